"""`studio gallery` and `studio import`: what is ready-made, and what people bring."""

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

from studio.cli._open import AppDir

gallery = typer.Typer(help="Ready-made components and those you brought.", no_args_is_help=True)


@gallery.command("list")
def list_items(
    query: Annotated[str, typer.Argument(help="Show only what has these words.")] = "",
    kind: Annotated[
        str | None, typer.Option(help="team, agent, model, tool, workbench, termination…")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one item a line.")] = False,
    appdir: AppDir = None,
) -> None:
    """List components: kind, the name to use in commands, what it is."""
    asyncio.run(_list(query, kind, as_json, appdir))


@gallery.command("show")
def show(
    item: Annotated[str, typer.Argument(help="A name that `studio gallery list` shows.")],
    appdir: AppDir = None,
) -> None:
    """Print a component as JSON."""
    asyncio.run(_show(item, appdir))


@gallery.command("add")
def add(
    file: Annotated[Path, typer.Argument(help="A JSON or YAML file with a component.")],
    appdir: AppDir = None,
) -> None:
    """Put a component into your own gallery."""
    asyncio.run(_add(file, appdir))


def import_(
    source: Annotated[str, typer.Argument(help="A file or an http(s) address.")],
    appdir: AppDir = None,
) -> None:
    """Bring in components, teams or galleries, as AutoGen, AutoGen Studio or Studio write them."""
    asyncio.run(_import(source, appdir))


async def _list(query: str, kind: str | None, as_json: bool, appdir: Path | None) -> None:
    from studio.cli._open import opened
    from studio.cli._output import console, print_json
    from studio.services.references import slug_of

    async with opened(appdir) as services:
        items = await services.gallery.items(kind=kind, query=query)
    if as_json:
        for item in items:
            print_json(item.model_dump(mode="json", exclude={"component"}))
        return
    if not items:
        sys.stderr.write("Nothing in the galleries fits.\n")
    out = console()
    for item in items:
        out.print(f"{item.kind:<12} {slug_of(item.label):<36} {item.summary}", markup=False)


async def _show(item: str, appdir: Path | None) -> None:
    from studio._kit.jsonio import dump_json
    from studio.cli._open import opened
    from studio.services.references import find_component

    async with opened(appdir) as services:
        found = await find_component(services, item)
    sys.stdout.write(dump_json(found.component, indent=2) + "\n")


async def _add(file: Path, appdir: Path | None) -> None:
    from studio.cli._open import opened
    from studio.services.component_files import read_component_file
    from studio.services.references import slug_of

    found = await read_component_file(file)
    async with opened(appdir) as services:
        item = await services.gallery.add(found.component)
    sys.stdout.write(f"{item.kind:<12} {slug_of(item.label)}\n")


async def _import(source: str, appdir: Path | None) -> None:
    from studio._kit.errors import UsageError
    from studio.cli._open import opened
    from studio.cli._output import console

    async with opened(appdir) as services:
        if source.startswith(("http://", "https://")):
            brought = await services.gallery.import_url(source)
        else:
            try:
                content = await asyncio.to_thread(Path(source).read_bytes)
            except OSError as error:
                raise UsageError(
                    f"cannot read {source!r}: {error.strerror}", hint="Check the path."
                ) from error
            brought = await services.gallery.import_data(content, name=Path(source).stem)
    out = console()
    for team in brought.teams:
        out.print(f"team     {team.team_id}  {team.name}", markup=False)
    for each in brought.galleries:
        out.print(f"gallery  {each.gallery_id}  {each.name}", markup=False)
    for item in brought.items:
        out.print(f"{item.kind:<8} {item.item_id}  {item.label}", markup=False)
