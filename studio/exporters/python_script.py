"""A component as a Python program that runs by itself."""

import ast
from typing import Final

from studio.domain.json_values import JsonDict, as_text
from studio.domain.kinds import kind_of, label_of
from studio.domain.secrets import name_secrets
from studio.exporters.python.code import Call, Code, Raw, statement
from studio.exporters.python.imports import Flavour, module_in
from studio.exporters.python.writer import Writer
from studio.exporters.result import file_stem

_PACKAGES: Final[dict[Flavour, str]] = {
    "studio": "team-studio",
    "autogen": "autogen-agentchat autogen-ext[openai,anthropic]",
}

_KEY_FUNCTION: Final = '''
def key(name: str) -> str:
    """Return a key from the environment, or say which one is missing."""
    value = os.environ.get(name)
    if not value:
        sys.exit(f"Set {name} in the environment first, for example: export {name}=...")
    return value
'''

_SHOWN_ONLY: Final = """
if __name__ == "__main__":
    print(build_component().dump_component().model_dump_json(indent=2))
"""


def python_script(component: JsonDict, name: str = "", *, flavour: Flavour = "studio") -> str:
    """Return a program that builds a component in code and, for a team or agent, runs it.

    Keys that are written into the component are replaced by reads from the environment.

    Args:
        component: Any component; what has no constructor of a known shape is loaded from JSON.
        name: What to call it in the docstring.
        flavour: Import from `studio` or from `autogen_*`.

    Raises:
        ExportError: For AutoGen, when something in it exists only here.
    """
    component = name_secrets(component)
    kind = kind_of(component)
    runs = kind in {"team", "agent"}
    function = f"build_{kind}" if runs else "build_component"
    writer = Writer(flavour)
    writer.prepare(component)
    result = writer.build(component)
    class_name = _result_class(writer, result, component)
    if runs:
        writer.imports.module("asyncio")
        writer.imports.module("sys")
        writer.imports.member(module_in(flavour, "autogen_agentchat.ui"), "Console")
    if writer.values.uses_keys:
        writer.imports.module("os")
        writer.imports.module("sys")
    executors = _executor_class(writer)
    parameters = ", ".join(f"{variable}: {executors}" for variable, _ in writer.executors)
    body = [
        f"def {function}({parameters}) -> {class_name}:",
        f'    """Build the {kind.replace("_", " ")} with everything it needs."""',
        *writer.lines,
        statement("return", result, 4, between=" "),
    ]
    parts = [
        _docstring(component, name, flavour, runs=runs),
        "\n".join(writer.imports.lines()) + "\n",
        *([_KEY_FUNCTION] if writer.values.uses_keys else []),
        *(f"\n{source}\n" for source in writer.functions.sources),
        "\n" + "\n".join(body) + "\n",
        _main(writer, function) if runs else _SHOWN_ONLY,
    ]
    text = "\n".join(parts)
    ast.parse(text)
    return text


def _result_class(writer: Writer, result: Code, component: JsonDict) -> str:
    if isinstance(result, Call) and not result.function.endswith("load_component"):
        return result.function
    base = module_in(writer.flavour, "autogen_agentchat.base")
    if kind_of(component) in {"team", "agent"}:
        return writer.imports.member(base, "Team" if kind_of(component) == "team" else "ChatAgent")
    if kind_of(component) == "termination":
        return writer.imports.member(base, "TerminationCondition")
    return writer.imports.member("typing", "Any")


def _executor_class(writer: Writer) -> str:
    if not writer.executors:
        return ""
    module = module_in(writer.flavour, "autogen_core.code_executor")
    return writer.imports.member(module, "CodeExecutor")


def _docstring(component: JsonDict, name: str, flavour: Flavour, *, runs: bool) -> str:
    title = " ".join((name or label_of(component)).split()).rstrip(".")
    about = " ".join(as_text(component.get("description")).split())
    lines = [f"{title}."] if title else ["A component."]
    if about:
        lines += ["", *_folded(about)]
    lines += ["", f"Needs: pip install {_PACKAGES[flavour]}"]
    if runs:
        lines.append(f'Run:   python {file_stem(title)}.py "your task"')
    text = "\n".join(lines).replace("\\", "\\\\").replace('"""', "'''")
    return f'"""{text}\n"""\n'


def _folded(text: str, width: int = 96) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) + 1 > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _main(writer: Writer, function: str) -> str:
    variables = ", ".join(variable for variable, _ in writer.executors)
    lines = [
        "",
        "async def main() -> None:",
        '    """Run it on the task from the command line and show what is said."""',
        '    task = " ".join(sys.argv[1:]) or input("Task: ")',
    ]
    indent = 4
    for variable, code in writer.executors:
        lines.append(statement(variable, code, indent))
        lines.append(f"{' ' * indent}async with {variable}:")
        indent += 4
    run = Call("Console", [("", Raw(f"{function}({variables}).run_stream(task=task)"))])
    lines += [statement("await", run, indent, between=" "), "", ""]
    lines += ['if __name__ == "__main__":', "    asyncio.run(main())"]
    return "\n".join(lines) + "\n"
