"""A component as a Jupyter notebook: the Python program in cells."""

import ast
import json

from studio.domain.json_values import JsonDict, as_text
from studio.domain.kinds import kind_of, label_of
from studio.exporters.python_script import python_script


def notebook(component: JsonDict, name: str = "") -> str:
    """Return a notebook (nbformat 4.5) that builds the component and runs it."""
    source = python_script(component, name)
    title = name or label_of(component)
    about = as_text(component.get("description"))
    cells = [
        _markdown(f"# {title}\n\n{about}".strip()),
        _code("%pip install team-studio"),
        *(_code(text) for text in _parts(source)),
    ]
    kind = kind_of(component)
    if kind in {"team", "agent"}:
        cells.append(_markdown("## Run it\n\nWrite your task between the quotes."))
        cells.append(_code(_run(source, kind)))
    for index, cell in enumerate(cells):
        cell["id"] = f"cell-{index}"
    return json.dumps(
        {
            "cells": cells,
            "metadata": {
                "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
                "language_info": {"name": "python"},
            },
            "nbformat": 4,
            "nbformat_minor": 5,
        },
        indent=1,
        ensure_ascii=False,
    )


def _parts(source: str) -> list[str]:
    """Cut a program into its imports and its functions; what runs it stays out."""
    tree = ast.parse(source)
    lines = source.splitlines()
    imports: list[str] = []
    functions: list[str] = []
    for node in tree.body:
        text = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        if isinstance(node, ast.Import | ast.ImportFrom):
            imports.append(text)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name != "main":
            functions.append(text)
    return ["\n".join(imports), *functions]


def _run(source: str, kind: str) -> str:
    main = next(
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.AsyncFunctionDef) and node.name == "main"
    )
    lines = source.splitlines()
    body = main.body[2:]
    text = [lines[number - 1] for node in body for number in range(node.lineno, _end(node) + 1)]
    return "\n".join(
        [f'task = "Introduce this {kind} in a few sentences."', *(line[4:] for line in text)]
    )


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _markdown(text: str) -> JsonDict:
    return {"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True)}


def _code(text: str) -> JsonDict:
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {},
        "outputs": [],
        "source": text.splitlines(keepends=True),
    }
