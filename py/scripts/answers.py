"""Writes the desk's answers as classes, from its schema.

    python scripts/answers.py            writes python/grundy/_answers.py
    python scripts/answers.py --check    fails if that is not what stands there

The schema uses little of JSON Schema: objects, lists, texts, numbers, choices of constants,
references. Anything else is an error here, so that it is noticed.
"""

from __future__ import annotations

import json
import keyword
import sys
import textwrap
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SCHEMA: dict[str, Any] = json.loads(
    (HERE / "../../crates/desk/schema.json").read_text(encoding="utf-8")
)
TARGET = HERE / "../python/grundy/_answers.py"
DEFS: dict[str, Any] = SCHEMA["$defs"]


def reference(of: Any) -> str | None:
    """The name that a type refers to."""
    name = of.get("$ref") if isinstance(of, dict) else None
    return name.removeprefix("#/$defs/") if name else None


def is_class(name: str) -> bool:
    """Whether a type of the schema becomes a class."""
    of = DEFS[name]
    several = choices(of)
    return bool(of.get("properties")) or bool(
        several and all("properties" in one for one in several)
    )


def fields(of: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The fields of an object, and which of them are always there."""
    if "properties" in of:
        return of["properties"], of.get("required", [])
    merged: dict[str, Any] = {}
    for one in choices(of):
        merged |= one["properties"]
    return merged, []


def choices(of: dict[str, Any]) -> list[Any]:
    """What a type may be, without nothing."""
    several: list[Any] = of.get("anyOf") or of.get("oneOf") or []
    return [one for one in several if one.get("type") != "null"]


def annotation(of: Any) -> str:
    """A type of the schema as Python writes it."""
    if of is True:
        return "Any"
    if name := reference(of):
        return name if is_class(name) else annotation(DEFS[name])
    if several := choices(of):
        if all("const" in one for one in several):
            return "Literal[" + ", ".join(json.dumps(one["const"]) for one in several) + "]"
        return " | ".join(dict.fromkeys(annotation(one) for one in several))
    if "enum" in of:
        return "Literal[" + ", ".join(json.dumps(value) for value in of["enum"]) + "]"
    kind = of.get("type")
    if isinstance(kind, list):
        kinds = [one for one in kind if one != "null"]
        return " | ".join(annotation({**of, "type": one}) for one in kinds)
    match kind:
        case "string":
            return "str"
        case "integer":
            return "int"
        case "number":
            return "float"
        case "boolean":
            return "bool"
        case "array":
            if "prefixItems" in of:
                return "tuple[" + ", ".join(annotation(one) for one in of["prefixItems"]) + "]"
            return f"list[{annotation(of.get('items', True))}]"
        case "object":
            return f"dict[str, {annotation(of.get('additionalProperties', True))}]"
        case None:
            return "Any"
    raise SystemExit(f"not understood: {of}")


def reading(of: Any, value: str, depth: int = 0) -> str:
    """The expression that makes an object of the type from JSON."""
    if of is True:
        return value
    if name := reference(of):
        return f"{name}._of({value})" if is_class(name) else reading(DEFS[name], value, depth)
    several = choices(of)
    if len(several) == 1:
        return reading(several[0], value, depth)
    if any(reference(one) for one in several):
        raise SystemExit(f"a choice of objects is not understood: {of}")
    if "prefixItems" in of:
        return f"tuple({value})"
    if of.get("type") in ("array", ["array", "null"]) and "items" in of:
        item = f"x{depth}" if depth else "x"
        inner = reading(of["items"], item, depth + 1)
        return value if inner == item else f"[{inner} for {item} in {value}]"
    return value


def docstring(text: str, indent: str) -> list[str]:
    """A docstring of lines that are not too long."""
    text = " ".join(text.split())
    if not text.endswith((".", "…", "!")):
        text += "."
    if len(indent) + len(text) + 6 <= 100:
        return [f'{indent}"""{text}"""']
    first, *rest = textwrap.wrap(text, 97 - len(indent))
    head, _, tail = text.partition(": ")
    if tail and len(head) < 90 - len(indent):
        lines = textwrap.wrap(tail[0].upper() + tail[1:], 100 - len(indent))
        head = head + "."
    else:
        head, lines = first, rest
    return [f'{indent}"""{head}', "", *(indent + line for line in lines), f'{indent}"""']


def of_class(name: str, of: dict[str, Any]) -> list[str]:
    """A class with a property for each field."""
    lines = ["", "", f"class {name}(Answer):"]
    lines += docstring(of.get("description", name), "    ")
    lines += ["", "    __slots__ = ()"]
    properties, required = fields(of)
    names = ", ".join(json.dumps(field) for field in properties)
    line = f"    _fields = ({names}{',' if len(properties) == 1 else ''})"
    if len(line) <= 100:
        lines += [line]
    else:
        lines += ["    _fields = ("]
        lines += [f"        {json.dumps(field)}," for field in properties]
        lines += ["    )"]
    for field, kind in properties.items():
        written = annotation(kind)
        optional = field not in required
        attribute = field + "_" if keyword.iskeyword(field) else field
        maybe = " | None" if optional else ""
        lines += ["", "    @property", f"    def {attribute}(self) -> {written}{maybe}:"]
        lines += docstring(kind.get("description", field.capitalize()), "        ")
        get = f'self._data.get("{field}")' if optional else f'self._data["{field}"]'
        expression = reading(kind, "value")
        if expression == "value":
            plain = optional or written == "Any"
            ignored = "" if plain else "  # type: ignore[no-any-return]"
            lines += [f"        return {get}{ignored}"]
        elif optional:
            lines += [
                f"        value = {get}",
                f"        return None if value is None else {expression}",
            ]
        else:
            lines += [f"        value = {get}", f"        return {expression}"]
    return lines


def wanted(name: str, seen: set[str]) -> None:
    """Collects the classes that an answer is made of."""
    if name in seen:
        return
    seen.add(name)

    def walk(of: Any) -> None:
        if isinstance(of, dict):
            if inner := reference(of):
                wanted(inner, seen)
            for value in of.values():
                walk(value)
        elif isinstance(of, list):
            for value in of:
                walk(value)

    walk(DEFS[name])


def text() -> str:
    """The whole file."""
    seen: set[str] = set()
    for of in SCHEMA["answers"].values():
        wanted(reference(of) or "", seen)
    names = [name for name in DEFS if name in seen and is_class(name)]
    classes = [line for name in names for line in of_class(name, DEFS[name])]
    used = [word for word in ("Any", "Literal") if any(word in line for line in classes)]
    lines = [
        '"""What the desk answers, a class for each kind of answer.',
        "",
        "Written by scripts/answers.py from the schema of the desk; do not edit.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
        f"from typing import {', '.join(used)}",
        "",
        "from ._answer import Answer",
    ]
    lines += classes
    lines += ["", "", "__all__ = ["]
    lines += [f'    "{name}",' for name in sorted(names)]
    lines += ["]"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        if TARGET.read_text(encoding="utf-8") != text():
            sys.exit(
                "python/grundy/_answers.py is not what the schema says: run scripts/answers.py"
            )
    else:
        TARGET.write_text(text(), encoding="utf-8")
