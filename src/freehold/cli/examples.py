"""Examples of each command, for its help."""

from collections.abc import Mapping
from types import MappingProxyType

EXAMPLES: Mapping[str, str] = MappingProxyType(
    {
        "help": "freehold help play\nfreehold help replay show",
        "games": "freehold games",
        "rules": "freehold rules land-grab",
        "bots": "freehold bots\nfreehold bots land-grab",
        "params": "freehold params land-grab",
        "play": """\
freehold play land-grab                           you against an easy bot
freehold play land-grab --seats greedy,human      the bot begins
freehold play land-grab --seats human,mine.py     you against a bot of your own
freehold play land-grab --seats human,human --clock 300+5
freehold play territory --seats human,greedy,diplomat --set rounds=10
freehold play land-grab --seats thinker,greedy --seed 7 --record match.jsonl
freehold play --resume match.jsonl""",
        "simulate": """\
freehold simulate land-grab --bots thinker,greedy --games 200 --jobs 2
freehold simulate land-grab --bots mine.py,greedy --games 100
freehold simulate land-grab --bots mine.py,greedy --games 100 --swap
freehold simulate territory --bots diplomat,greedy,greedy --games 90 --json""",
        "arena run": """\
freehold arena run league.toml --jobs 2           again after Ctrl-C: it continues
freehold arena run league.toml --out ./results --ray 10.0.0.5:6379""",
        "arena show": "freehold arena show league.arena",
        "arena compare": """\
freehold arena compare mine.py old.py --game land-grab
freehold arena compare envoy greedy --game territory --others forager --jobs 2""",
        "bot new": """\
freehold bot new mine --game land-grab
freehold bot new mine --game land-grab --lang javascript""",
        "bot check": """\
freehold bot check mine.py --game land-grab
freehold bot check 'cmd:node mine.js' --game land-grab --games 40""",
        "bot join": """\
freehold bot join http://127.0.0.1:8000/r/BCDFG mine.py --author Ann
freehold bot join 'http://127.0.0.1:8000/room/ID#SECRET' mine.py --author Ann --matches 1
freehold bot join http://127.0.0.1:8000 mine.py --author Ann --game land-grab --at-once 2""",
        "show": """\
freehold replay show match.jsonl                  the end
freehold replay show match.jsonl --entry 12       just after the 12th entry
freehold replay show match.jsonl --at 30000 --seat 1""",
        "verify": """\
freehold replay verify match.jsonl other.jsonl
freehold replay verify --every-look match.jsonl""",
        "svg": "freehold replay svg match.jsonl --entry 12 --out board.svg",
        "serve": """\
freehold serve                                    on this machine only
freehold serve --host 0.0.0.0                     for everyone on the network
freehold serve --port 9000 --data ./data --public-url https://play.example.org""",
        "admin list": "freehold admin list\nfreehold admin list --data ./data --json",
        "admin watch": "freehold admin watch MATCH\nfreehold admin watch MATCH --once",
        "admin end": "freehold admin end MATCH --reason 'it is stuck'",
        "admin reports": """\
freehold admin reports
freehold admin reports REPORT --reason 'muted for a day'""",
        "admin chat": "freehold admin chat ROOM",
        "admin close": "freehold admin close ROOM --reason 'its name is an insult'",
        "admin ban": """\
freehold admin ban                                bans and mutes
freehold admin ban GUEST --hours 24 --reason 'spam'
freehold admin ban GUEST --hours 24 --address --reason 'spam, with one guest after the other'
freehold admin ban GUEST --lift""",
        "admin mute": """\
freehold admin mute GUEST --hours 24 --reason 'insults'
freehold admin mute GUEST --lift""",
        "admin moderator": """\
freehold admin moderator
freehold admin moderator GUEST --name Ann
freehold admin moderator GUEST --dismiss""",
        "admin filter": """\
freehold admin filter
freehold admin filter 'badword*' 'bad phrase'
freehold admin filter admin --in names
freehold admin filter 'badword*' --remove
freehold admin filter --file words.txt""",
        "admin export": "freehold admin export GUEST > guest.json",
        "admin forget": "freehold admin forget GUEST",
        "admin announce": "freehold admin announce 'New version at 18:00; your matches continue.'",
        "admin backup": "freehold admin backup freehold-copy.db",
        "admin restore": "freehold admin restore freehold-copy.db",
        "admin quarantined": "freehold admin quarantined",
        "admin scrub": "freehold admin scrub",
        "admin ladder-rebuild": "freehold admin ladder-rebuild",
        "doctor": """\
freehold doctor
freehold doctor --data ./data
freehold doctor --store postgres://freehold@/freehold""",
        "migrate": """\
freehold migrate --from sqlite:/var/lib/freehold/freehold.db --to postgres://freehold@/freehold
freehold migrate --from postgres://freehold@/freehold --to sqlite:./freehold.db""",
        "ladder": """\
freehold ladder http://127.0.0.1:8000 --game minewars
freehold ladder http://127.0.0.1:8000 --list people --json""",
        "join": """\
freehold join http://127.0.0.1:8000                the lobby; type help there
freehold join http://192.168.0.7:8000/r/BCDFG      a room by its code
freehold join 'http://127.0.0.1:8000/room/ID#SECRET' --name Ann
freehold join http://127.0.0.1:8000/r/BCDFG --watch""",
        "maps make": """\
freehold maps make --seed 7                        the map of `freehold play minewars --seed 7`
freehold maps make --seats 2 --grid square --radius 10 --cities 3 --out island.txt
freehold play minewars --set map=@island.txt""",
        "maps check": "freehold maps check island.txt",
        "maps draw": """\
freehold maps draw island.txt --regions
freehold maps draw island.txt --svg island.svg""",
        "completions": """\
source <(freehold completions bash)               in ~/.bashrc
freehold completions fish > ~/.config/fish/completions/freehold.fish""",
        "new-game": "freehold new-game reversi\nfreehold new-game reversi --folder ~/games/reversi",
        "load": """\
freehold load http://127.0.0.1:8000 --players 40 --game land-grab --rate 5 --seconds 20
freehold load http://127.0.0.1:8000 --players 200 --seats 4 --game area-attack --json""",
    }
)
