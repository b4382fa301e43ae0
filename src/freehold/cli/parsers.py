"""The commands, their options and their help. Only argparse is loaded here."""

from __future__ import annotations

from functools import cache

from freehold import __version__
from freehold.cli.adminparsers import add_admin
from freehold.cli.arena.options import add_arena
from freehold.cli.bot.options import add_join_options
from freehold.cli.parsing import Commands, Parser
from freehold.cli.parsing import add_json as _add_json
from freehold.cli.parsing import command as _command


@cache
def the_parser() -> Parser:
    """Made once; not to be changed."""
    return make_parser()


def make_parser() -> Parser:
    parser = Parser(
        prog="freehold",
        description="Games about claiming ground on a grid: play, simulate, replay.",
        epilog="To begin: freehold play land-grab",
    )
    parser.set_defaults(run="overview:overview")
    parser.add_argument("-V", "--version", action="version", version=f"freehold {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    _add_help(commands)
    _add_listings(commands)
    _add_play(commands)
    _add_simulate(commands)
    add_arena(commands, _command)
    _add_bot(commands)
    _add_replay(commands)
    _add_maps(commands)
    _add_serve(commands)
    add_admin(commands)
    _add_doctor(commands)
    _add_migrate(commands)
    _add_join(commands)
    _add_ladder(commands)
    _add_load(commands)
    _add_new_game(commands)
    _add_completions(commands)
    return parser


def _add_help(commands: Commands[Parser]) -> None:
    words = "list all commands, or explain one"
    explain = _command(commands, "help", words, "overview:explain")
    explain.add_argument("topic", metavar="COMMAND", nargs="*")


def _add_listings(commands: Commands[Parser]) -> None:
    games = _command(commands, "games", "list the games", "listings:games")
    rules = _command(
        commands, "rules", "show a game's rulebook, page by page on a terminal", "listings:rules"
    )
    rules.add_argument("game", metavar="GAME")
    bots = _command(commands, "bots", "list the bots, weakest first", "listings:bots")
    bots.add_argument("game", metavar="GAME", nargs="?")
    params = _command(
        commands, "params", "list the parameters that --set can change", "listings:params"
    )
    params.add_argument("game", metavar="GAME")
    _add_json(games, bots, params)


def _add_lines(parser: Parser) -> None:
    words = "print boards and read lines, instead of the full screen; for screen readers"
    parser.add_argument("--lines", action="store_true", help=words)


def _add_set(parser: Parser) -> None:
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="set a parameter (see `freehold params GAME`); NAME=@FILE reads it from a file;"
        " preset=NAME starts from one of the game's presets",
    )


def _add_hosting(parser: Parser) -> None:
    """What a bot of one's own may take."""
    group = parser.add_argument_group("bots of your own (FILE.py, MODULE:NAME, cmd:PROGRAM)")
    group.add_argument(
        "--think-ms",
        type=int,
        default=1_000,
        metavar="MS",
        help="time for a decision, after which info.stop() is true (default: 1000)",
    )
    group.add_argument(
        "--hung-ms",
        type=int,
        default=10_000,
        metavar="MS",
        help="a bot that takes longer is killed, which is a strike (default: 10000)",
    )
    group.add_argument(
        "--bank",
        type=int,
        default=0,
        metavar="MS",
        help="time for all decisions of a match, instead of those limits",
    )
    group.add_argument(
        "--memory-mb",
        type=int,
        default=2_048,
        metavar="MB",
        help="memory of a bot's process (default: 2048)",
    )
    group.add_argument(
        "--in-process",
        action="store_true",
        help="faster: let such bots think in this process, where nothing stops one that hangs",
    )


def _add_play(commands: Commands[Parser]) -> None:
    play = _command(commands, "play", "play a match, with people or bots", "play.playing:play")
    play.add_argument("game", metavar="GAME", nargs="?")
    play.add_argument(
        "--seats",
        metavar="WHO,WHO",
        help="the player in each seat: human, a bot from `freehold bots GAME`, or one of your own:"
        " FILE.py, FILE.py:NAME, MODULE:NAME, 'cmd:PROGRAM ARGS'"
        " (default: human against easy bots)",
    )
    play.add_argument("--names", metavar="NAME,NAME", help="the players' names, in the same order")
    play.add_argument(
        "--seed", type=int, help="a number that makes all randomness repeatable (default: secret)"
    )
    _add_set(play)
    play.add_argument(
        "--clock",
        metavar="CLOCK",
        help="players' clocks in seconds: 300+5 (bank and increment), limit=60 (per turn or phase),"
        " game (as its parameters say), none (default: none)",
    )
    play.add_argument(
        "--record", metavar="FILE", help="write the record to this file during the match"
    )
    play.add_argument("--resume", metavar="FILE", help="resume the match of a record")
    play.add_argument("--swap", action="store_true", help="play two games with the roles swapped")
    _add_lines(play)
    play.add_argument("--json", action="store_true", help="print the result as JSON (bots only)")
    _add_hosting(play)


def _add_simulate(commands: Commands[Parser]) -> None:
    words = "let bots play many matches, rotating their seats"
    simulate = _command(commands, "simulate", words, "simulations:run_simulation")
    simulate.add_argument("game", metavar="GAME")
    simulate.add_argument(
        "--bots",
        metavar="BOT,BOT",
        help="the line-up: bots from `freehold bots GAME`, or your own: FILE.py, FILE.py:NAME,"
        " MODULE:NAME, 'cmd:PROGRAM ARGS'",
    )
    simulate.add_argument("--games", type=int, default=100, help="number of matches (default: 100)")
    simulate.add_argument(
        "--seed",
        type=int,
        default=1,
        help="the first seed (default: 1); each is played in every rotation of the bots, and"
        " `freehold play` with the same --seats and --seed plays the same match",
    )
    simulate.add_argument("--jobs", type=int, default=1, help="number of processes (default: 1)")
    simulate.add_argument(
        "--every-look",
        action="store_true",
        help="also check that each match is the same whether viewers look after every line of"
        " its log, seldom or never",
    )
    simulate.add_argument(
        "--swap", action="store_true", help="play series of two games with the roles swapped"
    )
    _add_set(simulate)
    simulate.add_argument("--json", action="store_true", help="one JSON object")
    _add_hosting(simulate)


def _add_bot(commands: Commands[Parser]) -> None:
    words, under = "write, check and seat bots of your own", "bot "
    bot = commands.add_parser("bot", help=words, description=f"W{words[1:]}.")
    commands = bot.add_subparsers(dest="bot_command", metavar="COMMAND", required=True)
    new = _command(commands, "new", "write a bot that you can change", "bot.making:new_bot", under)
    new.add_argument("name", metavar="NAME", help="lower-case letters, digits and - between words")
    new.add_argument("--game", metavar="GAME", required=True, help="the game that it plays")
    new.add_argument(
        "--lang",
        choices=("python", "javascript"),
        default="python",
        help="its language (default: python)",
    )
    new.add_argument("--folder", metavar="DIR", default=".", help="where to write (default: here)")
    check = _command(
        commands, "check", "play a bot against every level", "bot.checking:check_bot", under
    )
    check.add_argument("bot", metavar="BOT", help="FILE.py, FILE.py:NAME, MODULE:NAME, cmd:PROGRAM")
    check.add_argument("--game", metavar="GAME", required=True, help="the game that it plays")
    check.add_argument(
        "--games", type=int, default=10, help="number of matches per level (default: 10)"
    )
    _add_set(check)
    check.add_argument("--json", action="store_true", help="one JSON object")
    words = "let a bot take a seat on a server, or wait there for people who invite it"
    join = _command(commands, "join", words, "bot.joining:join_server", under)
    add_join_options(join)
    for parser in (check, join):
        _add_hosting(parser)


def _add_replay(commands: Commands[Parser]) -> None:
    words = "show and check recorded matches"
    replay = commands.add_parser("replay", help=words, description=f"{words.capitalize()}.")
    commands = replay.add_subparsers(dest="replay", metavar="COMMAND", required=True)
    show = _command(commands, "show", "show a moment of a match", "replays:show")
    svg = _command(commands, "svg", "draw a moment of a match as SVG", "replays:svg")
    for parser in (show, svg):
        _add_moment(parser)
    show.add_argument(
        "--notes",
        action="store_true",
        help="also what bots noted: for that entry, or all",
    )
    svg.add_argument(
        "--out", metavar="FILE", default="-", help="where to write it (default: -, which prints it)"
    )
    verify = _command(
        commands, "verify", "replay records and compare the results", "replays:verify_all"
    )
    verify.add_argument("files", metavar="FILE", nargs="+")
    verify.add_argument(
        "--every-look",
        action="store_true",
        help="also check that each match is the same whether viewers look after every line of its"
        " record, seldom or never",
    )
    _add_json(show, verify)


def _add_maps(commands: Commands[Parser]) -> None:
    words, under = "make, check and draw maps of a game that has them", "maps "
    maps = commands.add_parser("maps", help=words, description=f"M{words[1:]}.")
    commands = maps.add_subparsers(dest="maps", metavar="COMMAND", required=True)
    make = _command(commands, "make", "make a random island", "maps:make", under)
    make.add_argument("--seats", type=int, default=2, help="players, 2 to 6 (default: 2)")
    make.add_argument(
        "--grid", choices=("hex", "square"), default="hex", help="shape of the tiles (default: hex)"
    )
    make.add_argument(
        "--seed", type=int, help="a number that makes the island repeatable (default: random)"
    )
    make.add_argument(
        "--radius",
        type=int,
        default=0,
        help="radius of the island in tiles (default: depends on the number of players)",
    )
    make.add_argument(
        "--cities",
        type=int,
        default=0,
        help="number of cities (default: depends on the number of players)",
    )
    make.add_argument(
        "--out", metavar="FILE", default="-", help="where to write it (default: -, which prints it)"
    )
    check = _command(commands, "check", "report how fair a map is", "maps:check_map", under)
    check.add_argument("--json", action="store_true", help="one JSON object")
    draw = _command(commands, "draw", "draw a map", "maps:draw", under)
    draw.add_argument("--regions", action="store_true", help="show land as the letter of its city")
    draw.add_argument(
        "--svg", metavar="FILE", default="", help="write SVG to a file; - for standard output"
    )
    for parser in (check, draw):
        parser.add_argument("file", metavar="FILE")
    for parser in (make, check, draw):
        words = "whose maps (default: the only game that has maps)"
        parser.add_argument("--game", metavar="NAME", default="", help=words)


def _add_serve(commands: Commands[Parser]) -> None:
    from freehold.cli.serve import OLD_FLAGS, add_flags

    serve = _command(commands, "serve", "run a server that people play on", "serve:serve")
    serve.old_options = OLD_FLAGS
    add_flags(serve)


def _add_join(commands: Commands[Parser]) -> None:
    join = _command(commands, "join", "play on a server, in this terminal", "join.joining:join")
    join.add_argument("url", metavar="URL", help="the server's address, or a room's link")
    join.add_argument("--name", help="your name; the same name gives you your seats back")
    join.add_argument("--watch", action="store_true", help="watch without taking a seat")
    _add_lines(join)


def _add_ladder(commands: Commands[Parser]) -> None:
    ladder = _command(commands, "ladder", "list the best players of a server", "ladders:ladder")
    ladder.add_argument("url", metavar="URL", help="the server's address")
    ladder.add_argument("--game", default="land-grab", help="the game (default: land-grab)")
    ladder.add_argument(
        "--list",
        choices=("people", "house", "brought", "all"),
        default="all",
        help="matches between people, with house bots, with brought bots, or all (the default)",
    )
    _add_json(ladder)


def _add_load(commands: Commands[Parser]) -> None:
    words = "load a server with many players, and check that nothing is lost"
    load = _command(commands, "load", words, "load.loading:load")
    load.add_argument("url", metavar="URL", help="the server's address")
    load.add_argument("--players", type=int, default=20, help="number of players (default: 20)")
    load.add_argument("--game", default="land-grab", help="the game to play (default: land-grab)")
    load.add_argument("--seats", type=int, help="players per room (default: the game's minimum)")
    load.add_argument(
        "--rate", type=float, default=2.0, help="actions per second for each player (default: 2)"
    )
    load.add_argument("--seconds", type=float, default=10.0, help="length of the run (default: 10)")
    _add_set(load)
    load.add_argument("--json", action="store_true", help="one JSON object")


def _add_new_game(commands: Commands[Parser]) -> None:
    words = "create a game of your own: a package with a working game and its tests"
    new_game = _command(commands, "new-game", words, "newgame:new_game")
    new_game.add_argument("name", metavar="NAME", help="its name, as in moss-war")
    new_game.add_argument(
        "--folder", metavar="DIR", help="where to write it (default: NAME, in this folder)"
    )


def _add_completions(commands: Commands[Parser]) -> None:
    words = "print a script that lets your shell complete what you type"
    completions = _command(commands, "completions", words, "completions:completions")
    completions.add_argument("shell", choices=("bash", "zsh", "fish"))


def _add_doctor(commands: Commands[Parser]) -> None:
    words = "check a server, its machine and its data, and say what to do"
    doctor = _command(commands, "doctor", words, "doctor:doctor")
    doctor.add_argument("--config", metavar="PATH", default="", help="settings file of the server")
    doctor.add_argument("--data", metavar="PATH", help="data folder of the server")
    doctor.add_argument("--store", metavar="URL", help="database of the server, if it has one")


def _add_migrate(commands: Commands[Parser]) -> None:
    words = "copy everything from one database to another, to change where a server keeps it"
    migrate = _command(commands, "migrate", words, "migrate:migrate")
    for flag, what in (("--from", "copied; nothing in it is changed"), ("--to", "new, or empty")):
        migrate.add_argument(
            flag,
            metavar="PLACE",
            required=True,
            dest=flag.strip("-") + "_place",
            help=f"sqlite:FILE or postgres://USER@HOST/NAME: {what}",
        )
    _add_json(migrate)


def _add_moment(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE")
    moment = parser.add_mutually_exclusive_group()
    moment.add_argument("--entry", type=int, metavar="N", help="just after the Nth entry")
    moment.add_argument("--at", type=int, metavar="MS", help="at this time in milliseconds")
    parser.add_argument(
        "--seat",
        metavar="WHO",
        help="the viewer: a seat (from 0), a player's name, public, or truth"
        " (default: truth for a finished match, otherwise public)",
    )
