"""The engine stays pure: in `match` and left of it no clock, no files, no chance of its own, no
floats in the rules, no order taken from a set, no state of a module. And it stays small.

Each check is a function from a syntax tree to faults; in `test_architecture.py` are planted faults
that it must catch. The ladder of imports between our own parts is import-linter's (pyproject.toml).
"""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "freehold"
LIVE = tuple(
    f"server/match/{name}.py" for name in ["live", "inputs", "effects", "numbers", "passing"]
)
"""Of the server, what happens in a live match: inputs in, effects out."""
PURE = ("kernel/*", "world.py", "game.py", "bot.py", "games/*", "match/*", *LIVE)
EXACT = ("kernel/*", "games/*", "match/*")

# Every exception there is, each with its reason. Keys are paths under src/freehold (fnmatch).
ALLOWED_IMPORTS = {
    ("games/__init__.py", "pkgutil"): "finds the games by folder",
    ("games/__init__.py", "importlib"): "loads a game by its name, and reads its RULES.md",
}
ALLOWED_FLOATS = {
    "games/__init__.py": "its / joins a path, to read RULES.md",
    "games/*/bots*.py": "a bot may think in floats: its thoughts are not state",
    "games/*/bots/*": "a bot may think in floats: its thoughts are not state",
    "kernel/solver/*": "probabilities are answers to a bot or a hint, and never state",
}
ALLOWED_SIZES: dict[str, str] = {
    # "kernel/x.py": "why the file passes 500 lines",
    "server/settings.py": "one list, a setting after the other, each with its sentence",
    "server/rooms/openrooms.py": "one object: a room that people are in, with one way in and out",
    # "kernel/x.py::name": "why the function passes 60",
    "server/hub.py::__init__": "one list of what the server has, a line for each",
}

SAME_IN_EACH_GAME = {
    # Classes that may have the same name in several games, because they have the same part there.
    "State": "what a replay must rebuild",
    "Params": "what a room may set",
    "Facts": "a view's facts",
    "Terms": "the facts that are fixed at set-up",
    "Flag": "an action that marks a covered cell",
    "Unflag": "an action that removes the mark",
    "Held": "what a player keeps seeing while the game goes on",
    "Manner": "the differences between the levels of bots",
    "Player": "a bot in one seat",
    "Starter": "the bot that `freehold bot new` copies",
    "Greedy": "the bot that takes what looks best right now",
}

MOST_FUNCTION_LINES = 60
MOST_FILE_LINES = 500
# fmt: off
WORLDLY = {
    "datetime", "sched", "time", "zoneinfo",  # clocks
    "random", "secrets", "uuid",  # chance
    "glob", "io", "mmap", "pathlib", "pickle", "shutil", "sqlite3", "tempfile",  # files
    "ctypes", "getpass", "locale", "logging", "os", "platform", "signal",  # the machine
    "subprocess", "sys",
    "asyncio", "http", "select", "selectors", "socket", "ssl", "urllib",  # the network
    "concurrent", "contextvars", "multiprocessing", "threading",  # several at once
    "importlib", "pkgutil",  # loading code
}
# fmt: on
WORLDLY_CALLS = {"open", "print", "input", "breakpoint", "hash", "id", "eval", "exec", "__import__"}
SETS = {"set", "frozenset"}
SET_TYPES = {"set", "frozenset", "Set", "AbstractSet", "MutableSet", "FrozenSet"}
SET_METHODS = {"union", "intersection", "difference", "symmetric_difference"}
ORDERED_BY = {"list", "tuple", "enumerate", "iter", "zip", "map", "filter", "reversed", "bytes"}
ORDERED_BY |= {"bytearray", "join", "fromkeys", "extend", "deque", "chain"}
ORDER_FREE = {"sorted", "set", "frozenset", "any", "all", "sum", "len"}
MUTABLE_MAKERS = {"list", "dict", "set", "bytearray", "defaultdict", "deque", "Counter", "array"}
MUTABLE_MAKERS |= {"OrderedDict", "count", "cycle", "iter"}
MUTATING = {"append", "add", "update", "pop", "popitem", "clear", "setdefault", "extend", "insert"}
MUTATING |= {"remove", "discard", "sort", "reverse", "appendleft", "popleft"}
CAPS = re.compile(r"_?[A-Z][A-Z0-9_]*$")

Function = ast.FunctionDef | ast.AsyncFunctionDef
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass(frozen=True, order=True)
class Fault:
    line: int
    says: str


def fault(node: ast.AST, says: str) -> Fault:
    return Fault(getattr(node, "lineno", 0), says)


def last_name(node: ast.AST | None) -> str:
    """`b` of `a.b`, of `b`, of `b[int]` and of `a.b(...)`."""
    match node:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case ast.Call(func=inner) | ast.Subscript(value=inner):
            return last_name(inner)
    return ""


def functions(tree: ast.Module) -> list[Function]:
    return [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]


# The world: imports and calls


def find_imports(tree: ast.Module, path: str) -> Iterator[Fault]:
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            top = name.partition(".")[0]
            is_worldly = top in WORLDLY or name.startswith("numpy.random")
            if is_worldly and (path, top) not in ALLOWED_IMPORTS:
                yield fault(node, f"imports {name}")


def find_calls(tree: ast.Module, _path: str) -> Iterator[Fault]:
    """A call of a worldly built-in, or `key=hash`, which is one too."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in WORLDLY_CALLS:
                yield fault(node, f"calls {name}()")
            case ast.keyword(arg="key", value=ast.Name(id=name)) if name in WORLDLY_CALLS:
                yield fault(node.value, f"sorts by {name}()")


# Floats


def find_floats(tree: ast.Module, path: str) -> Iterator[Fault]:
    if not any(fnmatch(path, p) for p in EXACT) or any(fnmatch(path, p) for p in ALLOWED_FLOATS):
        return
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=float() | complex() as value):
                yield fault(node, f"has the float {value}")
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                yield fault(node, "divides by /, which gives a float")
            case ast.Name(id="float"):
                yield fault(node, "speaks of float")


# Order taken from a set


def is_set(node: ast.AST | None, names: set[str]) -> bool:
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Name(id=name):
            return name in names
        case ast.Call(func=ast.Name(id=name)):
            return name in SETS
        case ast.Call(func=ast.Attribute(value=inner, attr=name)):
            return name in SET_METHODS | {"copy"} and is_set(inner, names)
        case ast.BinOp(left=left, op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor()):
            return is_set(left, names) or is_set(node.right, names)
        case ast.IfExp(body=body, orelse=orelse):
            return is_set(body, names) or is_set(orelse, names)
    return False


def set_names(scope: ast.AST, outer: set[str]) -> set[str]:
    """Names that hold a set anywhere in a scope: give what is sorted a name of its own."""
    names = set(outer)
    for node in ast.walk(scope):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                names |= {name} if is_set(value, names) else set()
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                names |= {name} if is_set(value, names) else set()
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind, value=value):
                names |= {name} if is_set(value, names) or last_name(kind) in SET_TYPES else set()
            case ast.arg(arg=name, annotation=kind):
                names |= {name} if last_name(kind) in SET_TYPES else set()
    return names


def module_set_names(tree: ast.Module) -> set[str]:
    top = [n for n in tree.body if isinstance(n, ast.Assign | ast.AnnAssign)]
    return set_names(ast.Module(body=list(top), type_ignores=[]), set())


def find_unordered(tree: ast.Module, _path: str) -> Iterator[Fault]:
    outer = module_set_names(tree)
    found = set(unordered_in(tree, outer))
    for function in functions(tree):
        found |= set(unordered_in(function, set_names(function, outer)))
    yield from sorted(found)


def unordered_in(scope: ast.AST, names: set[str]) -> Iterator[Fault]:
    free = {id(arg) for node in ast.walk(scope) for arg in order_free_parts(node)}
    for node in ast.walk(scope):
        if id(node) not in free and any(is_set(over, names) for over in iterated(node)):
            yield fault(node, "takes an order from a set; sort it first")


def order_free_parts(node: ast.AST) -> list[ast.AST]:
    """What makes a set or feeds sorted(), any(), sum(): its order cannot be seen."""
    parts: list[ast.AST] = [node] if isinstance(node, ast.SetComp) else []
    if isinstance(node, ast.Call) and last_name(node.func) in ORDER_FREE:
        parts += node.args
    for part in list(parts):
        if isinstance(part, Comprehension):
            parts += [generator.iter for generator in part.generators]
    return parts


def iterated(node: ast.AST) -> list[ast.expr]:
    """What this node goes through one after the other, in order."""
    match node:
        case ast.For(iter=over) | ast.YieldFrom(value=over):
            return [over]
        case ast.ListComp() | ast.DictComp() | ast.GeneratorExp() | ast.SetComp():
            return [generator.iter for generator in node.generators]
        case ast.List(elts=elts) | ast.Tuple(elts=elts):
            return [e.value for e in elts if isinstance(e, ast.Starred)]
        case ast.Assign(targets=[ast.Tuple() | ast.List()], value=over):
            return [over]
        case ast.Call(func=ast.Attribute(value=popped, attr="pop"), args=[]):
            return [popped]
        case ast.Call() if last_name(node.func) in ORDERED_BY:
            return [arg.value if isinstance(arg, ast.Starred) else arg for arg in node.args]
        case ast.Call(func=ast.Name(id="next" | "min" | "max"), args=[first], keywords=keywords):
            # Of equal ones, the first wins: min(cells) is safe, min(cells, key=...) is not.
            return [first] if keywords else []
    return []


# State of a module


def is_mutable(node: ast.expr | None) -> bool:
    displays = ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp
    is_made = isinstance(node, ast.Call) and last_name(node.func) in MUTABLE_MAKERS
    return is_made or isinstance(node, displays)


def find_module_state(tree: ast.Module, _path: str) -> Iterator[Fault]:
    """What is mutable by kind is a constant in capitals, and no function changes one of those."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and is_mutable(node.value):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                name = last_name(target)
                if not CAPS.match(name) and name != "__all__":
                    yield fault(node, f"has the module-level mutable {name}")
    found = {wrong for function in functions(tree) for wrong in constants_changed(function)}
    yield from sorted(found)


def constants_changed(function: Function) -> Iterator[Fault]:
    for node in ast.walk(function):
        match node:
            case ast.Global(names=names):
                yield fault(node, f"makes {', '.join(names)} global")
            case ast.Call(func=ast.Attribute(value=owner, attr=method)) if method in MUTATING:
                if is_constant(owner):
                    yield fault(node, f"calls {last_name(owner)}.{method}()")
            case ast.Subscript(value=owner, ctx=ast.Store() | ast.Del()):
                if is_constant(owner):
                    yield fault(node, f"assigns into {last_name(owner)}")
            case ast.Attribute(value=owner, ctx=ast.Store() | ast.Del()):
                if is_constant(owner):
                    yield fault(node, f"assigns into {last_name(owner)}")
            case ast.AugAssign(target=ast.Attribute() as target) if is_constant(target):
                yield fault(node, f"changes {last_name(target)}")


def is_constant(node: ast.expr) -> bool:
    """`TABLE`, `tables.TABLE` and a part of one, `TABLE[3]`; calls give something new."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return isinstance(node, ast.Name | ast.Attribute) and bool(CAPS.match(last_name(node)))


# Sizes


def find_sizes(tree: ast.Module, path: str) -> Iterator[Fault]:
    for function in functions(tree):
        lines = (function.end_lineno or 0) - function.lineno + 1
        if lines > MOST_FUNCTION_LINES and f"{path}::{function.name}" not in ALLOWED_SIZES:
            yield fault(function, f"{function.name} has {lines} lines of {MOST_FUNCTION_LINES}")
    # The tree does not know its file's length; the last statement's end is near enough.
    last = max((getattr(node, "end_lineno", 0) for node in tree.body), default=0)
    if last > MOST_FILE_LINES and path not in ALLOWED_SIZES:
        yield Fault(last, f"the file has {last} lines of {MOST_FILE_LINES}")


# Imports that only a type checker sees


def find_hidden_imports(tree: ast.Module, _path: str) -> Iterator[Fault]:
    """A module of ours that is imported for its types alone hides a cycle: give the part that is
    needed a name of its own, as a protocol or as plain values."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and last_name(node.test) == "TYPE_CHECKING":
            for inner in ast.walk(node):
                if any(name.partition(".")[0] == "freehold" for name in imported(inner)):
                    yield fault(inner, "imports a module of ours for its types alone")


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) and node.level == 0 else []


# Folders that say what is in them


def find_unlisted(folder: Path) -> list[str]:
    """Modules that the folder's docstring does not name, and names of modules that it has not."""
    init = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
    named = set(re.findall(r"(?<![\w/])(\w+)\.py\b", ast.get_docstring(init) or ""))
    modules = {file.stem for file in folder.glob("*.py")} - {"__init__"}
    return sorted(modules ^ named)


# One word, one meaning


def find_namesakes(package: Path) -> list[str]:
    """Names of classes that several modules define, except the roles that games share."""
    places: dict[str, list[str]] = {}
    for file in sorted(package.rglob("*.py")):
        path = file.relative_to(package).as_posix()
        for node in parsed(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(path)
    return [
        f"{name} is a class in {', '.join(paths)}"
        for name, paths in sorted(places.items())
        if len(paths) > 1 and not is_role(name, paths)
    ]


def is_role(name: str, paths: list[str]) -> bool:
    """Is each of these classes in the folder of a game of its own?"""
    folders = {path.split("/")[1] for path in paths if path.startswith("games/")}
    return name in SAME_IN_EACH_GAME and len(folders) == len(paths)


# The tree

Check = Callable[[ast.Module, str], Iterator[Fault]]
PURITY: tuple[Check, ...] = (
    find_imports,
    find_calls,
    find_floats,
    find_unordered,
    find_module_state,
)
EVERYWHERE: tuple[Check, ...] = (find_sizes, find_hidden_imports)
CHECKS: tuple[Check, ...] = (*PURITY, *EVERYWHERE)


def faults_of_source(check: Check, source: str, path: str = "kernel/planted.py") -> list[Fault]:
    return list(check(parsed(source), path))


@cache
def parsed(source: str) -> ast.Module:
    """Each file is read by every check, and none changes its tree."""
    return ast.parse(source)


def faults_of_tree(check: Check, package: Path) -> list[str]:
    found = []
    for file in sorted(package.rglob("*.py")):
        path = file.relative_to(package).as_posix()
        if check in EVERYWHERE or any(fnmatch(path, pattern) for pattern in PURE):
            faults = faults_of_source(check, file.read_text(encoding="utf-8"), path)
            found += [f"{path}:{wrong.line} {wrong.says}" for wrong in faults]
    return found
