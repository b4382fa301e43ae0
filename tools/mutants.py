"""Breaks code in small ways, one at a time, and counts how many of them its tests notice.

What is broken is a game's rules (`land-grab`), a part of the engine (`match`, `store`, `server`) or
one file of a part (`server/match/live.py`).

Each mutant is one replaced node of a module's syntax tree, tried in a forked child that runs tests
up to the first failure. Nothing is written to the source tree, and no mutant is ever excused: a
survivor is a rule that nothing tests, or code to remove.

There are two ways to try one. Most mutants change one function that nothing has called yet when the
tests are collected: a workshop collects them once, sees which functions each test calls, and its
children give the function its new code and run only the tests that call it. Any other mutant may
change what the import leaves behind: a child of the first process, which has not imported what is
to be broken, imports it through a hook that hands out the broken module, and runs all the tests.

It is one long file so that it runs by its path, needs nothing of its own installed, and reads from
top to bottom: which nodes, what they become, the two ways to try them, the command.
"""

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # forking is safe only in a process without threads

import argparse
import ast
import fnmatch
import gc
import importlib
import importlib.util
import inspect
import json
import random
import resource
import signal
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src"
PARTS = ("match", "protocol", "store", "server")
# There are no rules in these: what is said and drawn, and how a game's bots think.
NOT_RULES = ("__init__.py", "texts.py", "tiles.py")
NOT_A_GAMES_RULES = (*NOT_RULES, "bots*.py", "bots/*")
SHARED = (
    "_hypothesis_pytestplugin",
    "hypothesis.strategies",
    "msgspec.json",
    "numpy",
    "xdist.plugin",
)
# A test gets this much, or ten times what it takes unbroken: of the processor, and by the clock.
LEAST_CPU_S, LEAST_WALL_S = 3.0, 20.0
MOST_BYTES = 4 << 30
OTHER_WAY = 99  # a child's exit code: the workshop cannot try this mutant

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Site:
    """A place in a tree that holds a node."""

    parent: ast.AST
    field: str
    index: int | None
    function: Function | None

    def put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


@dataclass(frozen=True)
class Mutant:
    path: Path
    tree: ast.Module
    site: Site
    line: int
    old: ast.AST
    new: ast.AST

    def compiled(self) -> CodeType:
        return compile(ast.fix_missing_locations(self.tree), str(self.path), "exec")

    def __str__(self) -> str:
        place = f"{self.path.relative_to(ROOT)}:{self.line}"
        return f"{place}  {one_line(self.old)} -> {one_line(self.new)}"


def one_line(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 80 else text[:77] + "..."


# Which nodes are looked at

SKIPPED_FIELDS = {
    (ast.ClassDef, "bases"),
    (ast.ClassDef, "keywords"),
    (ast.ClassDef, "decorator_list"),
    (ast.FunctionDef, "decorator_list"),
    (ast.FunctionDef, "returns"),
    (ast.AsyncFunctionDef, "decorator_list"),
    (ast.AsyncFunctionDef, "returns"),
    (ast.arg, "annotation"),
    (ast.AnnAssign, "annotation"),
}
NEVER_REACHED = {"assert_never", "AssertionError", "NotImplementedError"}


def last_name(node: ast.AST | None) -> str:
    if isinstance(node, ast.Call):
        return last_name(node.func)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def is_skipped(node: ast.AST) -> bool:
    """Words, types and statements about what cannot happen are not rules."""
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.Import() | ast.ImportFrom():
            return True
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.Expr(value=ast.Call() as call):
            return last_name(call) in NEVER_REACHED
        case ast.Raise(exc=error):
            return last_name(error) in NEVER_REACHED
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name.startswith("__")
        case ast.If(test=test):
            return last_name(test) == "TYPE_CHECKING"
        case ast.Call(func=func):
            return last_name(func) in {"Meta", "TypeVar", "NewType"}
        case ast.keyword(arg=name):
            return name in {"strict", "description"}  # zip's own assertion; words
    return False


def walk(node: ast.AST, function: Function | None = None) -> Iterator[tuple[ast.AST, Site]]:
    """Every node that may be broken, in the order of the source, with its place."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        function = node
    for field, value in ast.iter_fields(node):
        if (type(node), field) in SKIPPED_FIELDS:
            continue
        many = isinstance(value, list)
        for index, child in enumerate(value if many else [value]):
            if isinstance(child, ast.AST) and not is_skipped(child):
                yield child, Site(node, field, index if many else None, function)
                yield from walk(child, function)


# What each kind of node is broken into

COMPARISONS: Mapping[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ARITHMETIC: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
SWAPPED_CALLS = {"min": "max", "max": "min"}


def vary_compare(node: ast.Compare, _: Site) -> Iterator[ast.AST]:
    for i, op in enumerate(node.ops):
        for other in COMPARISONS[type(op)]:
            ops = [*node.ops[:i], other(), *node.ops[i + 1 :]]
            yield ast.Compare(node.left, ops, node.comparators)


def vary_binop(node: ast.BinOp, _: Site) -> Iterator[ast.AST]:
    if not is_sequence(node.left) and not is_sequence(node.right) and not is_union(node):
        yield ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)


def is_sequence(node: ast.expr) -> bool:
    """Words and lists have a sum and nothing else: another sign would only raise."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str | bytes)
    return isinstance(node, ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp)


def is_union(node: ast.BinOp) -> bool:
    """`Farm | Settlement` and `X | None` are types: breaking them would only fail the import."""
    if not isinstance(node.op, ast.BitOr):
        return False
    right = node.right
    is_none = isinstance(right, ast.Constant) and right.value is None
    name = last_name(right)
    return is_none or (name[:1].isupper() and not name.isupper())


def vary_constant(node: ast.Constant, _: Site) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int | float):
        yield ast.Constant(node.value + 1)


def vary_boolop(node: ast.BoolOp, _: Site) -> Iterator[ast.AST]:
    yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)


def vary_unary(node: ast.UnaryOp, _: Site) -> Iterator[ast.AST]:
    if isinstance(node.op, ast.Not | ast.USub):
        yield node.operand


def vary_call(node: ast.Call, _: Site) -> Iterator[ast.AST]:
    if isinstance(node.func, ast.Name) and node.func.id in SWAPPED_CALLS:
        swapped = ast.Name(SWAPPED_CALLS[node.func.id], ast.Load())
        yield ast.Call(swapped, node.args, node.keywords)


def vary_slice(node: ast.Slice, _: Site) -> Iterator[ast.AST]:
    if node.lower is not None:
        yield ast.Slice(None, node.upper, node.step)
    if node.upper is not None:
        yield ast.Slice(node.lower, None, node.step)


def vary_return(node: ast.Return, site: Site) -> Iterator[ast.AST]:
    """Where None is an answer that the function may give, giving it is a likely slip."""
    if node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None):
        return
    returns = site.function.returns if site.function else None
    if returns is not None and "None" in ast.unparse(returns):
        yield ast.Return(ast.Constant(None))


def vary_augassign(node: ast.AugAssign, site: Site) -> Iterator[ast.AST]:
    if not is_sequence(node.value):
        yield ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value)
    yield from delete(node, site)


def vary_assign(node: ast.Assign | ast.AnnAssign, site: Site) -> Iterator[ast.AST]:
    """A local name's only assignment stays: without it the next line would only raise."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    names = [name for target in targets for name in stored_names(target)]
    if site.function is not None and node.value is not None:
        arguments = [n.arg for n in ast.walk(site.function) if isinstance(n, ast.arg)]
        bound = Counter([*stored_names(site.function), *arguments])
        if all(bound[name] > 1 for name in names):
            yield from delete(node, site)


def stored_names(node: ast.AST) -> list[str]:
    inner = ast.walk(node)
    return [n.id for n in inner if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]


def vary_expr(node: ast.Expr, site: Site) -> Iterator[ast.AST]:
    if isinstance(node.value, ast.Call):
        yield from delete(node, site)


def delete(_: ast.stmt, site: Site) -> Iterator[ast.AST]:
    if site.function is not None:
        yield ast.Pass()


def vary_jump(node: ast.stmt, _: Site) -> Iterator[ast.AST]:
    yield ast.Continue() if isinstance(node, ast.Break) else ast.Break()


VARIANTS: Mapping[type[ast.AST], Callable[[Any, Site], Iterator[ast.AST]]] = {
    ast.Compare: vary_compare,
    ast.BinOp: vary_binop,
    ast.Constant: vary_constant,
    ast.BoolOp: vary_boolop,
    ast.UnaryOp: vary_unary,
    ast.Call: vary_call,
    ast.Slice: vary_slice,
    ast.Return: vary_return,
    ast.AugAssign: vary_augassign,
    ast.Assign: vary_assign,
    ast.AnnAssign: vary_assign,
    ast.Expr: vary_expr,
    ast.Raise: delete,
    ast.Delete: delete,
    ast.Break: vary_jump,
    ast.Continue: vary_jump,
}
CONDITIONS = {
    (ast.If, "test"),
    (ast.IfExp, "test"),
    (ast.comprehension, "ifs"),
    (ast.match_case, "guard"),
}


def vary(node: ast.AST, site: Site) -> Iterator[ast.AST]:
    if type(node) in VARIANTS:
        yield from VARIANTS[type(node)](node, site)
    # A lone comparison or a `not` is already turned round by its own variant.
    if (type(site.parent), site.field) in CONDITIONS:
        is_turned = isinstance(node, ast.Compare) and len(node.ops) == 1
        if isinstance(node, ast.expr) and not is_turned and not isinstance(node, ast.UnaryOp):
            yield ast.UnaryOp(ast.Not(), node)


def find_mutants(path: Path) -> Iterator[Mutant]:
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    for node, site in walk(tree):
        for new in vary(node, site):
            line = getattr(node, "lineno", 0)
            if isinstance(new, ast.expr | ast.stmt):
                ast.copy_location(new, node)
            yield Mutant(path, tree, site, line, node, new)


# How any child runs tests


class Spent(NamedTuple):
    """The seconds that a test takes unbroken: of the processor, and by the clock."""

    cpu: float = 0.0
    wall: float = 0.0


class Steward:
    """A pytest plugin: quick tests first, limits of time on each, no shrinking."""

    def __init__(self, spent: dict[str, Spent]) -> None:
        self.spent = spent

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        """No examples are kept: a mutant's failures would haunt the real tests."""
        from hypothesis import HealthCheck, Phase, settings

        calm = (*settings().suppress_health_check, HealthCheck.too_slow)
        settings.register_profile(
            "mutants",
            settings(),
            database=None,
            deadline=None,
            derandomize=True,
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=calm,
        )
        settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: round(self.spent.get(item.nodeid, Spent()).wall, 2))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        if self.spent:  # else the tests are being measured
            spent = self.spent.get(item.nodeid, Spent())
            signal.setitimer(signal.ITIMER_PROF, max(LEAST_CPU_S, 10 * spent.cpu))
            signal.setitimer(signal.ITIMER_REAL, max(LEAST_WALL_S, 10 * spent.wall))
        return (yield)

    def run(self, tests: list[str]) -> int:
        options = (
            "-x -q --tb=no --no-header --assert=plain --capture=sys -p no:cacheprovider"
            " -o faulthandler_timeout=0"
        )
        return int(pytest.main([*options.split(), *tests], plugins=[self]))


def fork(work: Callable[[], int]) -> int:
    """Start a child that does this work and ends with the code it gives; its id."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        return child
    code = 1  # what fails to compile or to import is noticed too
    try:
        silence()
        code = work()
    finally:
        os._exit(code)


def fork_group(work: Callable[[], int]) -> int:
    """The same, in a process group of its own: tests may leave processes behind."""

    def work_apart() -> int:
        os.setpgid(0, 0)
        return work()

    return fork(work_apart)


def end_group(child: int) -> None:
    """End whatever a child has left behind, or the child itself."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)


def silence() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)


def set_limits() -> None:
    """What a mutant's child may use until its first test sets limits of its own."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    signal.setitimer(signal.ITIMER_PROF, 10 * LEAST_CPU_S)
    signal.setitimer(signal.ITIMER_REAL, 10 * LEAST_WALL_S)


def fate(status: int) -> str:
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) in {signal.SIGPROF, signal.SIGALRM}:
        return "timeout"
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) == OTHER_WAY:
        return ""
    return "survived" if status == 0 else "killed"


def run_all(
    numbers: Iterable[int], work: Callable[[int], int], jobs: int
) -> Iterator[tuple[int, str]]:
    """The mutants' numbers with their fates, as they end; an empty fate is still to be found."""
    running: dict[int, int] = {}
    waiting = iter(numbers)
    try:
        while True:
            while len(running) < jobs and (number := next(waiting, None)) is not None:
                running[fork_group(partial(work, number))] = number
            if not running:
                return
            child, status = os.wait()
            end_group(child)
            yield running.pop(child), fate(status)
    finally:
        for child in running:
            end_group(child)


# The workshop: new code for a function that has not run yet

Name = tuple[str, str]
"""A file and the qualified name of an outermost function in it."""


def name_of(code: CodeType) -> Name:
    return code.co_filename, code.co_qualname.partition(".<locals>")[0]


def find_functions(code: CodeType) -> Iterator[CodeType]:
    """The outermost functions of a module: its own and those of its classes."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            if inner.co_flags & inspect.CO_OPTIMIZED:
                yield inner
            else:
                yield from find_functions(inner)


def find_change(mutant: Mutant) -> tuple[CodeType, CodeType] | None:
    """The one function that the mutant changes, as it was and as it is.

    Only a forked child may call this: it changes the tree that all mutants share.
    """
    before = list(find_functions(mutant.compiled()))
    mutant.site.put(mutant.new)
    after = list(find_functions(mutant.compiled()))
    changes = [pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]]
    return changes[0] if len(changes) == 1 and len(before) == len(after) else None


class Workshop(Steward):
    """Collects the tests once, measures each of them alone, and tries the mutants that it can."""

    def __init__(self, mutants: list[Mutant], measured: Path, results: int, jobs: int) -> None:
        super().__init__({})
        self.mutants = mutants
        self.measured = measured
        self.results = results
        self.jobs = jobs
        self.files = {str(mutant.path) for mutant in mutants}
        self.called: set[Name] = set()
        self.callers: dict[Name, list[pytest.Item]] = defaultdict(list)
        self.untouched: dict[tuple[Name, int], list[FunctionType]] = defaultdict(list)

    def run(self, tests: list[str]) -> int:
        self.set_trace(self.trace)
        return super().run(tests)

    def set_trace(self, trace: Callable[[FrameType, str, object], None] | None) -> None:
        """In this thread and in those that it starts."""
        threading.settrace(trace)
        sys.settrace(trace)

    def trace(self, frame: FrameType, event: str, arg: object) -> None:
        if frame.f_code.co_filename in self.files:
            self.called.add(name_of(frame.f_code))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.set_trace(None)
        self.find_untouched()
        self.measure(session)
        numbers = range(len(self.mutants))
        for number, end in run_all(numbers, self.attempt, self.jobs):
            os.write(self.results, f"{number} {end}\n".encode())
        return True

    def find_untouched(self) -> None:
        """The outermost functions that neither an import nor the collection has called."""
        gc.unfreeze()  # what the tests' conftest.py has frozen would not be listed
        gc.collect()
        for thing in gc.get_objects():
            if type(thing) is FunctionType and thing.__code__.co_filename in self.files:
                name = name_of(thing.__code__)
                if name not in self.called and "<" not in thing.__code__.co_qualname:
                    self.untouched[name, thing.__code__.co_firstlineno].append(thing)
        gc.freeze()  # else a collection in each child would copy all that they share

    def measure(self, session: pytest.Session) -> None:
        """Each test in a child of its own: no cache that another filled hides what it calls."""
        items = session.items
        measure = partial(self.measure_one, items)
        failed = [n for n, end in run_all(range(len(items)), measure, self.jobs) if end == "killed"]
        again = [n for n, end in run_all(failed, measure, 1) if end == "killed"]
        if again:  # twice, the second time without a neighbour
            os.write(self.results, f"! {items[again[0]].nodeid}\n".encode())
            raise session.Failed(items[again[0]].nodeid)
        calls: dict[str, list[list[str]]] = {}
        for nodeid, spent, called in read_measured(self.measured):
            self.spent[nodeid] = Spent(*spent)
            calls[nodeid] = called
        self.pytest_collection_modifyitems(items)
        for item in items:
            for file, function in calls[item.nodeid]:
                self.callers[file, function].append(item)

    def measure_one(self, items: list[pytest.Item], number: int) -> int:
        item, begun = items[number], time.perf_counter()
        self.called = set()
        self.set_trace(self.trace)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        self.set_trace(None)
        spent = time.process_time(), time.perf_counter() - begun
        line = json.dumps([item.nodeid, spent, sorted(self.called)]) + "\n"
        with self.measured.open("ab", buffering=0) as lines:
            lines.write(line.encode())  # at once: others write there too
        return item.session.testsfailed

    def attempt(self, number: int) -> int:
        """In a child: break the function where it stands, and run the tests that call it."""
        set_limits()
        change = find_change(self.mutants[number])
        if change is None:
            return OTHER_WAY
        old, new = change
        functions = self.untouched[name_of(old), old.co_firstlineno]
        if not functions or old.co_freevars != new.co_freevars:
            return OTHER_WAY
        for function in functions:
            function.__code__ = new
        items = self.callers[name_of(old)]
        for item, following in zip_longest(items, items[1:]):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if item.session.testsfailed:
                return 1
        return 0


def read_measured(measured: Path) -> list[tuple[str, list[float], list[list[str]]]]:
    """Each test's id, its seconds (traced, with cold caches), and the functions it calls."""
    lines = measured.read_text(encoding="utf-8").splitlines() if measured.exists() else []
    return [json.loads(line) for line in lines]


def open_workshop(
    mutants: list[Mutant], tests: list[str], measured: Path, jobs: int
) -> Iterator[tuple[int, str]]:
    reader, writer = os.pipe()
    workshop = fork(lambda: Workshop(mutants, measured, writer, jobs).run(tests))
    os.close(writer)
    with os.fdopen(reader) as lines:
        for line in lines:
            number, _, end = line.rstrip("\n").partition(" ")
            if number == "!":
                sys.exit(f"mutants: {end} does not pass on the code as it is; run make test first.")
            yield int(number), end
    _, status = os.waitpid(workshop, 0)
    if status != 0:
        sys.exit("mutants: the tests do not pass on the code as it is; run make test first.")


# The other way: a module that is broken before it is imported


class PlantedLoader(SourceFileLoader):
    """Loads a module from a tree in memory, and never leaves a cached copy of it behind."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self.code = code

    def get_code(self, fullname: str) -> CodeType:
        return self.code


@dataclass(frozen=True)
class PlantedFinder(MetaPathFinder):
    """Stands first in the line of finders and answers for the one broken module."""

    name: str
    path: str
    code: CodeType

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        loader = PlantedLoader(self.name, self.path, self.code)
        return importlib.util.spec_from_file_location(self.name, self.path, loader=loader)


def plant(mutant: Mutant) -> None:
    """Only a forked child may call this: it changes the tree that all mutants share."""
    mutant.site.put(mutant.new)
    finder = PlantedFinder(module_of(mutant.path), str(mutant.path), mutant.compiled())
    sys.meta_path.insert(0, finder)


def try_imported(mutant: Mutant, tests: list[str], spent: dict[str, Spent]) -> int:
    set_limits()
    plant(mutant)
    return Steward(spent).run(tests)


def try_all(
    mutants: list[Mutant], tests: list[str], measured: Path, jobs: int
) -> Iterator[tuple[int, str]]:
    """The mutants' numbers with their fates, as they are found."""
    left = []
    for number, end in open_workshop(mutants, tests, measured, jobs):
        if end:
            yield number, end
        else:
            left.append(number)
    spent = {nodeid: Spent(*seconds) for nodeid, seconds, _ in read_measured(measured)}
    yield from run_all(left, lambda number: try_imported(mutants[number], tests, spent), jobs)


# What is broken


class Target(NamedTuple):
    """What is broken, and what is known of it."""

    folder: Path
    files: tuple[str, ...]
    """Only these; empty means all except those without rules."""
    not_rules: tuple[str, ...]
    tests: str
    least: float
    """The percentage that is to be noticed."""
    shared: tuple[str, ...]
    """What stands left of it on the ladder, and may be imported before it is broken."""


LEFT_OF_GAMES = ("game.py", "bot.py", "kernel/**/*.py")


def find_target(words: str) -> Target:
    """By a game's name, a part of the engine, or a file of a part."""
    part, _, file = words.partition("/")
    if part in PARTS:
        shared = LEFT_OF_GAMES if part == "match" else (*LEFT_OF_GAMES, "match/*.py")
        files = (file,) if file else ()
        return Target(SRC / "freehold" / part, files, NOT_RULES, f"tests/{part}", 80, shared)
    name = words.replace("-", "_")
    folder, shared = SRC / "freehold" / "games" / name, (*LEFT_OF_GAMES, "match/*.py")
    return Target(folder, (), NOT_A_GAMES_RULES, f"tests/games/{name}", 85, shared)


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__")


def import_shared(target: Target) -> None:
    """Import once what every child would import again; never what is to be broken."""
    sys.path.insert(0, str(SRC))
    folder = SRC / "freehold"
    paths = [path for pattern in target.shared for path in sorted(folder.glob(pattern))]
    for name in [*SHARED, *map(module_of, paths)]:
        importlib.import_module(name)
    if module_of(target.folder) in sys.modules:
        sys.exit(f"mutants: something left of it on the ladder imports {module_of(target.folder)}.")


# The command


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Count the broken rules that the tests notice.")
    parser.add_argument(
        "what", help=f"land-grab, {', '.join(PARTS)}, or a file: server/match/live.py"
    )
    parser.add_argument("--files", nargs="+", metavar="FILE", help="only these, as in maps/*.py")
    parser.add_argument("--tests", nargs="+", metavar="PATH", help="default: its own folder's")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--sample", type=int, metavar="N", help="only N mutants, drawn by --seed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--list", action="store_true", help="print the mutants and run nothing")
    parser.add_argument("--min", type=float, help="least percentage to be noticed: 85, a part's 80")
    return parser.parse_args()


def find_files(target: Target) -> list[Path]:
    found = []
    for path in sorted(target.folder.rglob("*.py")):
        name = path.relative_to(target.folder).as_posix()
        is_rules = not any(fnmatch.fnmatch(name, pattern) for pattern in target.not_rules)
        is_asked = any(fnmatch.fnmatch(name, pattern) for pattern in target.files)
        if is_asked if target.files else is_rules:
            found.append(path)
    return found


def choose(mutants: list[Mutant], size: int | None, seed: int) -> list[Mutant]:
    if size is None or size >= len(mutants):
        return mutants
    return [mutants[i] for i in sorted(random.Random(seed).sample(range(len(mutants)), size))]


def tell(mutant: Mutant, fates: list[str], end: str) -> None:
    if end == "survived":
        source = mutant.path.read_text(encoding="utf-8").splitlines()[mutant.line - 1]
        print(f"{mutant}\n        {source.strip()}", flush=True)
    counts = Counter(fates)
    ready = len(fates) - counts[""]
    if ready % 20 == 0 or ready == len(fates):
        print(f"mutants: {ready}/{len(fates)}, {counts['survived']} survived", file=sys.stderr)


def report(what: str, fates: list[str], least: float) -> int:
    counts = Counter(fates)
    share = 100 * (len(fates) - counts["survived"]) / len(fates)
    print(
        f"{what}: {len(fates)} mutants, {counts['killed']} killed, {counts['survived']} survived, "
        f"{counts['timeout']} timeouts: {share:.1f}% noticed, {least:g}% wanted."
    )
    return 0 if share >= least else 1


def main() -> int:
    options = read_options()
    target = find_target(options.what)
    if options.files:
        target = target._replace(files=tuple(options.files))
    tests = options.tests or [target.tests]
    mutants = [mutant for path in find_files(target) for mutant in find_mutants(path)]
    mutants = choose(mutants, options.sample, options.seed)
    if not mutants:
        sys.exit(f"mutants: no rules to break were found in {place_of(target)}.")
    if options.list:
        print(*mutants, sep="\n")
        return 0
    for path in tests:
        if not (ROOT / path).exists():
            sys.exit(f"mutants: there are no tests at {path}.")
    os.chdir(ROOT)
    import_shared(target)
    fates = [""] * len(mutants)
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["PYTEST_DEBUG_TEMPROOT"] = scratch  # each child makes its own folder there
        for number, end in try_all(mutants, tests, Path(scratch) / "measured", options.jobs):
            fates[number] = end
            tell(mutants[number], fates, end)
    return report(options.what, fates, target.least if options.min is None else options.min)


def place_of(target: Target) -> str:
    folder = target.folder.relative_to(ROOT).as_posix()
    return f"{folder}/{', '.join(target.files)}" if target.files else folder


if __name__ == "__main__":
    sys.exit(main())
