"""The catalogue of components, and the checks."""

from studio.api.dependencies import ServicesDep
from studio.api.routing import new_router
from studio.api.schemas.components import ComponentIn, ComponentsOut, ProblemsOut
from studio.services.components import ComponentInfo

router = new_router("/api", "components")


@router.get("/components")
async def list_components(services: ServicesDep, kind: str | None = None) -> ComponentsOut:
    """List every class of components with its schema."""
    return ComponentsOut(items=await services.components.catalogue(kind=kind))


@router.get("/components/{provider}")
async def describe_component(provider: str, services: ServicesDep) -> ComponentInfo:
    """Give one class of components."""
    return await services.components.describe(provider)


@router.post("/validate")
async def validate(body: ComponentIn, services: ServicesDep) -> ProblemsOut:
    """Find everything that is wrong with a component; nothing of it is run."""
    problems = await services.checks.validate(body.component)
    valid = all(problem.severity != "error" for problem in problems)
    return ProblemsOut(valid=valid, problems=problems)
