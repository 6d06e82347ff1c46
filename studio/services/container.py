"""Builds the services from the settings."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from studio._kit.settings import Settings
from studio.core.inspection import trust_namespaces
from studio.runs.engine import RunEngine
from studio.runs.manager import RunManager
from studio.runs.tuning import Tuning
from studio.storage.engine import Database
from studio.storage.repositories.blobs import BlobRepository
from studio.storage.repositories.drafts import DraftRepository
from studio.storage.repositories.events import EventRepository
from studio.storage.repositories.galleries import GalleryRepository
from studio.storage.repositories.runs import RunRepository
from studio.storage.repositories.secrets import SecretRepository
from studio.storage.repositories.sessions import SessionRepository
from studio.storage.repositories.settings import SettingRepository
from studio.storage.repositories.shares import ShareRepository
from studio.storage.repositories.teams import TeamRepository

from .access import Access, read_access
from .checks import CheckService
from .components import ComponentService
from .drafts import DraftService
from .exports import ExportService
from .gallery import GalleryService
from .runs import RunService
from .secrets import SecretService
from .sessions import SessionService
from .settings import SettingService
from .shares import ShareService
from .teams import TeamService
from .tryouts import TryoutService

DATABASE_FILE = "studio.db"


@dataclass
class Services:
    """Everything that pages, API and commands may call."""

    startup: Settings
    access: Access
    teams: TeamService
    drafts: DraftService
    components: ComponentService
    checks: CheckService
    gallery: GalleryService
    runs: RunService
    sessions: SessionService
    shares: ShareService
    exports: ExportService
    settings: SettingService
    secrets: SecretService
    tryouts: TryoutService
    database: Database
    engine: RunEngine
    running: bool = False

    async def start(self) -> None:
        """Open the database and take up interrupted runs; starting twice is harmless."""
        if self.running:
            return
        self.running = True
        try:
            await self._open_documents()
            await self.engine.open()
        except BaseException:
            self.running = False
            await self.database.close()
            raise

    async def stop(self) -> None:
        """Leave running work to be resumed and close the database; stopping twice is harmless."""
        if not self.running:
            return
        self.running = False
        try:
            await self.engine.close()
        finally:
            await self.database.close()

    @asynccontextmanager
    async def documents(self) -> AsyncGenerator["Services"]:
        """Open what is kept, without the engine: for work that runs nothing."""
        try:
            await self._open_documents()
            yield self
        finally:
            await self.database.close()

    async def _open_documents(self) -> None:
        await self.database.open()
        trust_namespaces(*await self.settings.trusted_namespaces())

    async def __aenter__(self) -> "Services":
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()


def build_services(settings: Settings, *, adopt_runs: bool = True) -> Services:
    """Return the services, not started yet; at the first start this makes the access token.

    Args:
        settings: Where everything is.
        adopt_runs: Whether runs whose process is gone are taken up, as a server does.
    """
    database = Database(settings.database_url or f"sqlite:///{settings.appdir / DATABASE_FILE}")
    secrets = SecretService(SecretRepository(database), settings)

    async def find_secret(owner: str, name: str) -> str | None:
        return await secrets.lookup(name, owner=owner)

    engine = RunManager(database, find_secret, tuning=Tuning(adopts=adopt_runs))
    made = SettingService(SettingRepository(database), settings)
    teams = TeamService(TeamRepository(database))
    sessions = SessionService(SessionRepository(database), teams)
    log = EventRepository(database)
    runs = RunService(
        engine,
        RunRepository(database),
        teams,
        sessions,
        log=log,
        files=BlobRepository(database),
    )
    return Services(
        startup=settings,
        access=read_access(settings),
        teams=teams,
        drafts=DraftService(DraftRepository(database), teams),
        components=ComponentService(),
        checks=CheckService(made),
        gallery=GalleryService(GalleryRepository(database), teams),
        runs=runs,
        sessions=sessions,
        shares=ShareService(ShareRepository(database), sessions, runs, log=log),
        exports=ExportService(),
        settings=made,
        secrets=secrets,
        tryouts=TryoutService(runs, secrets),
        database=database,
        engine=engine,
    )
