"""How types of msgspec are written in TypeScript, with their docstrings as comments."""

from __future__ import annotations

import ast
import inspect as source
import json
from typing import Any, get_args

from msgspec import inspect

# What there is to describe


def messages(union: Any) -> list[inspect.StructType]:
    found = [inspect.type_info(kind) for kind in get_args(union)]
    return [kind for kind in found if isinstance(kind, inspect.StructType)]


def parts(kinds: list[inspect.StructType]) -> list[inspect.Type]:
    """Structs and named tuples inside the messages, each once, in the order they are met."""
    met: dict[str, inspect.Type] = {}

    def visit(kind: Any) -> None:
        if isinstance(kind, inspect.StructType | inspect.NamedTupleType):
            known = met.setdefault(name_of(kind), kind)
            if known is kind:
                for field in kind.fields:
                    visit(field.type)
            elif class_of(known) is not class_of(kind):
                raise TypeError(f"two types are called {name_of(kind)}: rename one of them")
            return
        for inner in _inside(kind):
            visit(inner)

    for kind in kinds:
        visit(kind)
    tops = {name_of(kind) for kind in kinds}
    return [kind for name, kind in met.items() if name not in tops]


def _inside(kind: Any) -> list[Any]:
    match kind:
        case inspect.Metadata():
            return [kind.type]
        case inspect.UnionType():
            return list(kind.types)
        case inspect.TupleType():
            return list(kind.item_types)
        case inspect.ListType() | inspect.VarTupleType():
            return [kind.item_type]
        case inspect.DictType():
            return [kind.value_type]
    return []


def class_of(kind: Any) -> Any:
    """The class itself, also of one with parameters."""
    return getattr(kind.cls, "__origin__", kind.cls)


def name_of(kind: Any) -> str:
    name: str = class_of(kind).__name__
    return name


def words_of(kind: Any) -> tuple[str, dict[str, str]]:
    """A class's docstring, and what is said of its fields: in the string under one, or else in
    its description."""
    words = {field.name: described(field.type) for field in kind.fields if described(field.type)}
    (tree,) = ast.parse(source.cleandoc("\n" + source.getsource(class_of(kind)))).body
    assert isinstance(tree, ast.ClassDef)
    for before, after in zip(tree.body, tree.body[1:], strict=False):
        match before, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str() as text)),
            ):
                words[name] = " ".join(text.split())
    return source.cleandoc(ast.get_docstring(tree) or ""), words


def described(kind: Any) -> str:
    """What a field's `Meta` says of it, with its unit."""
    schema = (kind.extra_json_schema or {}) if isinstance(kind, inspect.Metadata) else {}
    unit, sentence = schema.get("title", ""), schema.get("description", "")
    return f"{sentence} ({unit})" if sentence and unit else sentence


# TypeScript


def script(kind: Any) -> str:
    """A type as TypeScript writes it."""
    match kind:
        case inspect.Metadata():
            return script(kind.type)
        case inspect.StructType() | inspect.NamedTupleType():
            return name_of(kind)
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.StrType():
            return "string"
        case inspect.BoolType():
            return "boolean"
        case inspect.BytesType():
            return "Uint8Array"
        case inspect.NoneType():
            return "null"
        case inspect.LiteralType():
            return " | ".join(map(json.dumps, kind.values))
        case inspect.UnionType():
            return " | ".join(script(each) for each in kind.types)
        case inspect.TupleType():
            return f"[{', '.join(script(each) for each in kind.item_types)}]"
        case inspect.ListType() | inspect.VarTupleType():
            inner = script(kind.item_type)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case inspect.DictType():
            return f"Record<string, {script(kind.value_type)}>"
        case inspect.AnyType():
            return "unknown"
    raise TypeError(f"{kind} has no counterpart in TypeScript yet: give it one here")


def may_miss(kind: inspect.StructType, field: inspect.Field, from_client: bool) -> bool:
    omits: bool = class_of(kind).__struct_config__.omit_defaults
    return not field.required and (from_client or omits)


def interface(kind: Any, from_client: bool) -> str:
    about, words = words_of(kind)
    lines = ["/**", *(f" * {line}".rstrip() for line in about.splitlines()), " */"] if about else []
    if isinstance(kind, inspect.NamedTupleType):
        inside = ", ".join(f"{field.name}: {script(field.type)}" for field in kind.fields)
        return "\n".join([*lines, f"export type {name_of(kind)} = [{inside}];", ""])
    lines.append(f"export interface {name_of(kind)} {{")
    if kind.tag_field:
        lines.append(f'  {kind.tag_field}: "{kind.tag}";')
    for field in kind.fields:
        if field.name in words:
            lines.append(f"  /** {words[field.name]} */")
        mark = "?" if may_miss(kind, field, from_client) else ""
        lines.append(f"  {field.encode_name}{mark}: {script(field.type)};")
    return "\n".join([*lines, "}", ""])
