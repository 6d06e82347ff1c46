"""Takes envelopes out of the mailbox, and has them handled."""

import asyncio
from asyncio import Task
from collections.abc import Coroutine
from contextvars import Context
from typing import TYPE_CHECKING, Any

from studio.core._addressing import AgentId, MessageHandlerContext
from studio.core._runtime.agent_table import AgentTable
from studio.core._runtime.envelopes import (
    Envelope,
    PublishEnvelope,
    ResponseEnvelope,
    SendEnvelope,
)
from studio.core._runtime.gate import Gate, fail_future, message_context, raise_own_cancellation
from studio.core._runtime.journal import Journal
from studio.core._runtime.mailbox import Mailbox, MailboxClosed
from studio.core._runtime.protocols import Agent, MessageContext
from studio.core._runtime.subscription_table import SubscriptionTable
from studio.core._telemetry import RuntimeSpans
from studio.core.exceptions import UndeliverableException
from studio.core.logging import DeliveryStage, MessageKind

if TYPE_CHECKING:
    from opentelemetry.context import Context as SpanSurroundings

_handling = MessageHandlerContext.current_agent
_STEPS_TO_A_HANDLER = 2
"""Turns of the event loop after which the handlers of an envelope have begun."""


class Dispatcher:
    """Hands out one envelope after the other; each is handled in a task of its own."""

    def __init__(
        self,
        agents: AgentTable,
        subscriptions: SubscriptionTable,
        gate: Gate,
        journal: Journal,
        spans: RuntimeSpans,
        *,
        keep_errors: bool,
    ) -> None:
        self.mailbox: Mailbox = Mailbox()
        self._agents: AgentTable = agents
        self._subscriptions: SubscriptionTable = subscriptions
        self._gate: Gate = gate
        self._journal: Journal = journal
        self._spans: RuntimeSpans = spans
        self._keep_errors: bool = keep_errors
        self._error: BaseException | None = None
        self._tasks: set[Task[None]] = set()
        self._loop_task: Task[None] | None = None

    @property
    def loop_task(self) -> "Task[None] | None":
        """The task that hands out, while there is one."""
        return self._loop_task

    def start(self) -> None:
        """Begin to hand out."""
        self._loop_task = asyncio.get_running_loop().create_task(self._run(self.mailbox))

    async def halt(self) -> None:
        """Stop handing out, forget what is queued, and raise the error that was kept, if any."""
        loop_task, self._loop_task = self._loop_task, None
        self._renew_mailbox()
        if loop_task is not None and loop_task is not asyncio.current_task():
            await loop_task
        self._raise_error()

    async def process_next(self) -> None:
        """Hand out one envelope, waiting for it if need be."""
        if self._error is not None:
            self._renew_mailbox()
            self._raise_error()
        mailbox = self.mailbox
        try:
            envelope = await mailbox.get()
        except MailboxClosed:
            return
        await self._hand_out(envelope, mailbox)
        for _ in range(_STEPS_TO_A_HANDLER):
            await asyncio.sleep(0)

    async def end_handlers(self) -> None:
        """Cancel all handlers but the one that calls, and wait for their end."""
        me = asyncio.current_task()
        tasks = [task for task in self._tasks if task is not me]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._tasks.difference_update(tasks)

    async def _run(self, mailbox: Mailbox) -> None:
        try:
            while True:
                await self._hand_out(await mailbox.get(), mailbox)
                if self._gate:
                    # What a handler of the last message does comes before the gate sees the next.
                    await asyncio.sleep(0)
        except MailboxClosed:
            return
        finally:
            self._drop(mailbox.close())

    async def _hand_out(self, envelope: Envelope, mailbox: Mailbox) -> None:
        if isinstance(envelope, ResponseEnvelope):
            try:
                await self._settle(envelope)
            finally:
                mailbox.finished()
            return
        around = self._spans.surroundings()
        if isinstance(envelope, SendEnvelope):
            if self._gate and not await self._gate.admits_send(envelope):
                mailbox.finished()
                return
            work = self._deliver_send(envelope, mailbox, around)
        else:
            if self._gate and not await self._gate.admits_publish(envelope):
                mailbox.finished()
                return
            work = self._deliver_publish(envelope, mailbox, around)
        self._start_task(work, envelope.context)

    def _start_task(self, work: Coroutine[Any, Any, None], context: Context) -> None:
        self._tasks.add(asyncio.get_running_loop().create_task(work, context=context))

    def _finish(self, mailbox: Mailbox) -> None:
        # Cheaper than a done callback, which would take another turn of the loop.
        task = asyncio.current_task()
        if task is not None:
            self._tasks.discard(task)
        mailbox.finished()

    async def _deliver_send(
        self, envelope: SendEnvelope, mailbox: Mailbox, around: "SpanSurroundings | None"
    ) -> None:
        recipient = envelope.recipient
        try:
            with self._spans.step("send", recipient, envelope.link, around=around):
                await self._handle_send(envelope, recipient, mailbox)
        finally:
            self._finish(mailbox)

    async def _handle_send(
        self, envelope: SendEnvelope, recipient: AgentId, mailbox: Mailbox
    ) -> None:
        try:
            agent = await self._agents.get(recipient)
            self._journal.moved(
                envelope.message,
                envelope.sender,
                recipient,
                MessageKind.DIRECT,
                DeliveryStage.DELIVER,
            )
            reply = await self._call(agent, recipient, envelope, message_context(envelope))
            await self._reply(envelope, reply, mailbox)
        except BaseException as e:  # noqa: BLE001 - it is the sender's
            self._journal.failed(envelope.message, recipient, e)
            fail_future(envelope.future, e)

    async def _reply(self, envelope: SendEnvelope, reply: Any, mailbox: Mailbox) -> None:
        self._journal.moved(
            reply, envelope.recipient, envelope.sender, MessageKind.RESPOND, DeliveryStage.SEND
        )
        response = ResponseEnvelope(
            reply, envelope.recipient, envelope.sender, envelope.future, self._spans.here()
        )
        if mailbox.closed:
            # The runtime was stopped meanwhile; who waits shall not wait for ever.
            await self._settle(response)
        else:
            mailbox.put(response)

    async def _settle(self, envelope: ResponseEnvelope) -> None:
        if self._gate and not await self._gate.admits_response(envelope):
            return
        sender, recipient = envelope.sender, envelope.recipient

        def facts() -> dict[str, str]:
            asker = None if recipient is None else self._agents.find(recipient)
            return self._journal.reply_facts(envelope.message, self._agents.find(sender), asker)

        with self._spans.step("ack", recipient, envelope.link, attributes=facts):
            self._journal.moved(
                envelope.message, sender, recipient, MessageKind.RESPOND, DeliveryStage.DELIVER
            )
            if not envelope.future.done():
                envelope.future.set_result(envelope.message)

    async def _deliver_publish(
        self, envelope: PublishEnvelope, mailbox: Mailbox, around: "SpanSurroundings | None"
    ) -> None:
        try:
            with self._spans.step("publish", envelope.topic_id, envelope.link, around=around):
                receivers = await self._receivers(envelope)
                if receivers:
                    # Also for one: else it would overtake an earlier message to several.
                    await asyncio.gather(*(self._deliver_one(envelope, *r) for r in receivers))
        finally:
            self._finish(mailbox)

    async def _receivers(self, envelope: PublishEnvelope) -> list[tuple[AgentId, Agent]]:
        receivers: list[tuple[AgentId, Agent]] = []
        try:
            agent_ids = self._subscriptions.recipients(envelope.topic_id)
        except Exception as e:  # noqa: BLE001 - a program's own subscription; nobody waits for it
            self._journal.unheard("Error finding the subscribers of", envelope.topic_id, e)
            self._keep(e)
            return receivers
        for agent_id in agent_ids:
            if agent_id == envelope.sender:
                continue
            try:
                agent = await self._agents.get(agent_id)
            except BaseException as e:  # noqa: BLE001 - logged by the table; nobody waits for it
                raise_own_cancellation(e)
                self._keep(e)
            else:
                receivers.append((agent_id, agent))
        return receivers

    async def _deliver_one(
        self, envelope: PublishEnvelope, agent_id: AgentId, agent: Agent
    ) -> None:
        self._journal.moved(
            envelope.message, envelope.sender, None, MessageKind.PUBLISH, DeliveryStage.DELIVER
        )
        try:
            await self._call(agent, agent_id, envelope, message_context(envelope))
        except BaseException as e:  # noqa: BLE001 - nobody waits for it
            raise_own_cancellation(e)
            self._journal.unheard("Error processing publish message for", agent_id, e)
            self._journal.failed(envelope.message, agent_id, e)
            self._keep(e)

    async def _call(
        self,
        agent: Agent,
        agent_id: AgentId,
        envelope: SendEnvelope | PublishEnvelope,
        context: MessageContext,
    ) -> Any:
        def facts() -> dict[str, str]:
            sender = None if envelope.sender is None else self._agents.find(envelope.sender)
            return self._journal.handling_facts(envelope.message, context, agent, sender)

        with self._spans.step("process", agent_id, envelope.link, attributes=facts):
            token = _handling.set(agent_id)
            try:
                return await agent.on_message(envelope.message, ctx=context)
            finally:
                _handling.reset(token)

    def _keep(self, error: BaseException) -> None:
        if not self._keep_errors or self._error is not None:
            return
        self._error = error
        if self._loop_task is not None:
            self._drop(self.mailbox.close())

    def _raise_error(self) -> None:
        error, self._error = self._error, None
        if error is not None:
            raise error

    def _renew_mailbox(self) -> None:
        self._drop(self.mailbox.close())
        self.mailbox = Mailbox()

    @staticmethod
    def _drop(envelopes: list[Envelope]) -> None:
        for envelope in envelopes:
            if not isinstance(envelope, PublishEnvelope) and not envelope.future.done():
                envelope.future.set_exception(
                    UndeliverableException("the runtime was stopped before it came to this message")
                )
