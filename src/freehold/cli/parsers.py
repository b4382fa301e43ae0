"""The commands, their options and their help. Nothing is loaded here but argparse."""

from __future__ import annotations

import argparse
import sys
from typing import NoReturn

from freehold import __version__
from freehold.cli.errors import WRONG

EXAMPLES = {
    "games": "freehold games",
    "rules": "freehold rules land-grab",
    "bots": "freehold bots\nfreehold bots land-grab",
    "params": "freehold params land-grab",
    "play": """\
freehold play land-grab                           you against an easy bot
freehold play land-grab --seats greedy,human      the bot begins
freehold play land-grab --seats human,human --clock 300+5
freehold play territory --seats human,greedy,diplomat --set rounds=10
freehold play land-grab --seats thinker,greedy --seed 7 --record match.jsonl
freehold play --resume match.jsonl""",
    "simulate": """\
freehold simulate land-grab --bots thinker,greedy --games 200 --jobs 2
freehold simulate territory --bots diplomat,greedy,greedy --games 90 --json""",
    "show": """\
freehold replay show match.jsonl                  the end
freehold replay show match.jsonl --entry 12       just after the 12th entry
freehold replay show match.jsonl --at 30000 --seat 1""",
    "verify": "freehold replay verify match.jsonl other.jsonl",
    "svg": "freehold replay svg match.jsonl --entry 12 --out board.svg",
    "serve": """\
freehold serve                                    on this machine alone
freehold serve --host 0.0.0.0                     for everybody on the network
freehold serve --port 9000 --data ./data --public-url https://play.example.org""",
    "admin list": "freehold admin list\nfreehold admin --data ./data list",
    "admin watch": "freehold admin watch MATCH\nfreehold admin watch MATCH --once",
    "admin end": "freehold admin end MATCH --reason 'it hangs'",
    "admin ban": "freehold admin ban GUEST --reason 'spam'\nfreehold admin ban GUEST --lift",
    "admin announce": "freehold admin announce 'A new version at 18:00: your matches will go on.'",
    "admin backup": "freehold admin backup freehold-copy.db",
    "admin quarantined": "freehold admin quarantined",
    "admin scrub": "freehold admin scrub",
    "doctor": "freehold doctor\nfreehold doctor --data ./data",
    "join": """\
freehold join http://127.0.0.1:8000                what goes on there; then: help
freehold join http://192.168.0.7:8000/r/BCDFG      a room by its code
freehold join 'http://127.0.0.1:8000/room/ID#SECRET' --name Ann
freehold join http://127.0.0.1:8000/r/BCDFG --watch""",
    "maps make": """\
freehold maps make --seats 4 --seed 7              the map of `freehold play minewars --seed 7`
freehold maps make --seats 2 --grid square --radius 10 --cities 3 --out island.txt
freehold play minewars --set map=@island.txt""",
    "maps check": "freehold maps check island.txt",
    "maps draw": """\
freehold maps draw island.txt --regions
freehold maps draw island.txt --svg island.svg""",
    "new-game": "freehold new-game reversi\nfreehold new-game reversi --folder ~/games/reversi",
    "load": """\
freehold load http://127.0.0.1:8000 --players 40 --game land-grab --rate 5 --seconds 20
freehold load http://127.0.0.1:8000 --players 200 --seats 4 --game area-attack --json""",
}


class Parser(argparse.ArgumentParser):
    """Errors are one line that says what to do."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}; {self.prog} --help shows how", file=sys.stderr)
        sys.exit(WRONG)


def make_parser() -> Parser:
    parser = Parser(
        prog="freehold",
        description="Games of claiming ground on a grid: play, simulate, replay.",
        epilog="Begin with: freehold play land-grab",
    )
    parser.add_argument("--version", action="version", version=f"freehold {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_listings(commands)
    _add_play(commands)
    _add_simulate(commands)
    _add_replay(commands)
    _add_maps(commands)
    _add_serve(commands)
    _add_admin(commands)
    _add_doctor(commands)
    _add_join(commands)
    _add_load(commands)
    _add_new_game(commands)
    return parser


Commands = argparse._SubParsersAction  # argparse has no public name for it


def _command(
    commands: Commands[Parser], name: str, words: str, run: str, under: str = ""
) -> Parser:
    examples = EXAMPLES[under + name].replace("\n", "\n  ")
    parser = commands.add_parser(
        name,
        help=words,
        description=words[0].upper() + words[1:] + ".",
        epilog=f"Examples:\n  {examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def _add_listings(commands: Commands[Parser]) -> None:
    _command(commands, "games", "list the games", "listings:games")
    rules = _command(commands, "rules", "print a game's rulebook", "listings:rules")
    rules.add_argument("game", metavar="GAME")
    bots = _command(commands, "bots", "list the bots, weakest first", "listings:bots")
    bots.add_argument("game", metavar="GAME", nargs="?")
    params = _command(commands, "params", "list what can be set with --set", "listings:params")
    params.add_argument("game", metavar="GAME")


def _add_set(parser: Parser) -> None:
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="a parameter; `freehold params GAME` lists them; NAME=@FILE reads it from a file;"
        " preset=NAME begins from a preset, where a game has some",
    )


def _add_play(commands: Commands[Parser]) -> None:
    play = _command(commands, "play", "play a match, with people or bots", "play:play")
    play.add_argument("game", metavar="GAME", nargs="?")
    play.add_argument(
        "--seats",
        metavar="WHO,WHO",
        help="who sits where: human, or a level of `freehold bots GAME`"
        " (default: human against easy bots)",
    )
    play.add_argument("--names", metavar="NAME,NAME", help="the players' names, in the same order")
    play.add_argument("--seed", type=int, help="a number that decides all chance (default: secret)")
    _add_set(play)
    play.add_argument(
        "--clock",
        metavar="CLOCK",
        help="players' clocks in seconds: 300+5 (bank and increment), limit=60 (a turn or phase),"
        " game (as its parameters say), none (default: none)",
    )
    play.add_argument("--record", metavar="FILE", help="write the record there as the match goes")
    play.add_argument("--resume", metavar="FILE", help="go on with the match of a record")
    play.add_argument("--swap", action="store_true", help="two games with the roles swapped")
    play.add_argument("--json", action="store_true", help="bots only: one JSON object")


def _add_simulate(commands: Commands[Parser]) -> None:
    words = "let bots play many matches, seats rotated"
    simulate = _command(commands, "simulate", words, "simulations:run_simulation")
    simulate.add_argument("game", metavar="GAME")
    simulate.add_argument("--bots", metavar="BOT,BOT", help="the line-up of bots")
    simulate.add_argument("--games", type=int, default=100, help="matches in all (default: 100)")
    simulate.add_argument(
        "--seed",
        type=int,
        default=1,
        help="the first seed (default: 1); each is played in every rotation of the line-up, and"
        " `freehold play` with a rotation's --seats and the --seed plays the same match",
    )
    simulate.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    simulate.add_argument(
        "--every-look",
        action="store_true",
        help="see besides that each match is the same whether it is looked at after every line of"
        " its log, seldom or never",
    )
    _add_set(simulate)
    simulate.add_argument("--json", action="store_true", help="one JSON object")


def _add_replay(commands: Commands[Parser]) -> None:
    words = "look at records of matches, and check them"
    replay = commands.add_parser("replay", help=words, description=f"{words.capitalize()}.")
    commands = replay.add_subparsers(dest="replay", metavar="COMMAND", required=True)
    show = _command(commands, "show", "show a moment of a match", "replays:show")
    svg = _command(commands, "svg", "draw a moment of a match as SVG", "replays:svg")
    for parser in (show, svg):
        _add_moment(parser)
    svg.add_argument("--out", metavar="FILE", default="-", help="where to write it (default: -)")
    verify = _command(commands, "verify", "replay records and compare", "replays:verify_all")
    verify.add_argument("files", metavar="FILE", nargs="+")


def _add_maps(commands: Commands[Parser]) -> None:
    words, under = "make, check and draw maps of MineWars", "maps "
    maps = commands.add_parser("maps", help=words, description=f"M{words[1:]}.")
    commands = maps.add_subparsers(dest="maps", metavar="COMMAND", required=True)
    make = _command(commands, "make", "make an island by chance", "maps:make", under)
    make.add_argument("--seats", type=int, default=2, help="players, 2 to 6 (default: 2)")
    make.add_argument("--grid", choices=("hex", "square"), default="hex", help="(default: hex)")
    make.add_argument("--seed", type=int, help="a number that decides all chance (default: any)")
    make.add_argument("--radius", type=int, default=0, help="in tiles (default: by the players)")
    make.add_argument("--cities", type=int, default=0, help="how many (default: by the players)")
    make.add_argument("--out", metavar="FILE", default="-", help="where to write it (default: -)")
    check = _command(commands, "check", "say how fair a map is", "maps:check_map", under)
    check.add_argument("--json", action="store_true", help="one JSON object")
    draw = _command(commands, "draw", "draw a map", "maps:draw", under)
    draw.add_argument("--regions", action="store_true", help="land as the letter of its city")
    draw.add_argument("--svg", metavar="FILE", default="", help="as SVG into a file; - is here")
    for parser in (check, draw):
        parser.add_argument("file", metavar="FILE")


def _add_serve(commands: Commands[Parser]) -> None:
    from freehold.cli.serve import add_flags

    add_flags(_command(commands, "serve", "let people play over the network", "serve:serve"))


def _add_join(commands: Commands[Parser]) -> None:
    join = _command(commands, "join", "play on a server, in this terminal", "join:join")
    join.add_argument("url", metavar="URL", help="the server's address, or a room's link")
    join.add_argument("--name", help="your name; with the same one you are the same guest again")
    join.add_argument("--watch", action="store_true", help="look on without a seat")


def _add_load(commands: Commands[Parser]) -> None:
    words = "let many players play on a server, and see that nothing is lost"
    load = _command(commands, "load", words, "load:load")
    load.add_argument("url", metavar="URL", help="the server's address")
    load.add_argument("--players", type=int, default=20, help="in all (default: 20)")
    load.add_argument("--game", default="land-grab", help="which (default: land-grab)")
    load.add_argument("--seats", type=int, help="players in a room (default: as few as may be)")
    load.add_argument(
        "--rate", type=float, default=2.0, help="actions a second of each player (default: 2)"
    )
    load.add_argument("--seconds", type=float, default=10.0, help="how long (default: 10)")
    _add_set(load)
    load.add_argument("--json", action="store_true", help="one JSON object")


def _add_new_game(commands: Commands[Parser]) -> None:
    words = "begin a game of your own: a package with a game that works, and its tests"
    new_game = _command(commands, "new-game", words, "newgame:new_game")
    new_game.add_argument("name", metavar="NAME", help="what it is called, as in moss-war")
    new_game.add_argument(
        "--folder", metavar="DIR", help="where to write it (default: NAME, in this folder)"
    )


def _add_admin(commands: Commands[Parser]) -> None:
    words, under = "look after a running server", "admin "
    admin = commands.add_parser("admin", help=words, description=f"{words.capitalize()}.")
    admin.add_argument("--config", metavar="FILE", default="", help="the server's settings file")
    admin.add_argument("--data", metavar="DIR", help="the server's data folder")
    admin.add_argument("--url", metavar="URL", default="", help="the server, if not this machine's")
    admin.add_argument(
        "--secret-file", metavar="FILE", default="", help="where the secret is, if not there"
    )
    commands = admin.add_subparsers(dest="admin", metavar="COMMAND", required=True)
    _command(
        commands, "list", "list the rooms, their matches and players", "admin:list_rooms", under
    )
    watch = _command(
        commands, "watch", "show a match as everybody may see it", "admin:watch", under
    )
    watch.add_argument("match", metavar="MATCH")
    watch.add_argument("--once", action="store_true", help="show it once and stop")
    end = _command(commands, "end", "end a match and close its room", "admin:end", under)
    end.add_argument("match", metavar="MATCH")
    ban = _command(commands, "ban", "keep a guest out, or list the bans", "admin:ban", under)
    ban.add_argument("guest", metavar="GUEST", nargs="?", help="the id that `list` shows")
    ban.add_argument("--lift", action="store_true", help="let them in again")
    for parser in (end, ban):
        parser.add_argument("--reason", default="", help="for the record")
    announce = _command(commands, "announce", "say something to everybody", "admin:announce", under)
    announce.add_argument("text", metavar="TEXT")
    backup = _command(
        commands, "backup", "copy the data file of a running server", "admin:backup", under
    )
    backup.add_argument("file", metavar="FILE")
    _command(
        commands,
        "quarantined",
        "list the matches that cannot be continued, and why",
        "admin:quarantined",
        under,
    )
    _command(
        commands,
        "scrub",
        "read all that is kept, and say what does not add up",
        "admin:scrub",
        under,
    )


def _add_doctor(commands: Commands[Parser]) -> None:
    words = "look whether all is well with the data of a server, one line for each thing"
    doctor = _command(commands, "doctor", words, "doctor:doctor")
    doctor.add_argument("--config", metavar="FILE", default="", help="the server's settings file")
    doctor.add_argument("--data", metavar="DIR", help="the server's data folder")


def _add_moment(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE")
    moment = parser.add_mutually_exclusive_group()
    moment.add_argument("--entry", type=int, metavar="N", help="just after the Nth entry")
    moment.add_argument("--at", type=int, metavar="MS", help="at so many milliseconds")
    parser.add_argument(
        "--seat",
        metavar="WHO",
        help="as whom: a seat from 0, a player's name, public, or truth"
        " (default: truth of a finished match, else public)",
    )
