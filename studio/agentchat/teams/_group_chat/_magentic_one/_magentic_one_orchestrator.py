"""The orchestrator of a Magentic-One team: facts, plan, and one instruction after the other."""

from collections.abc import Mapping, Sequence
from typing import Any

from studio.agentchat.base import TerminationCondition
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    MessageFactory,
    StopMessage,
    TextMessage,
)
from studio.agentchat.state import MagenticOneOrchestratorState
from studio.agentchat.teams._group_chat._base_group_chat_manager import (
    BaseGroupChatManager,
    Verdict,
)
from studio.agentchat.teams._group_chat.engine.errors import SpeakerError, TaskError
from studio.agentchat.teams._group_chat.engine.outlet import Outlet
from studio.agentchat.utils import remove_images
from studio.core.models import (
    AssistantMessage,
    ChatCompletionClient,
    LLMMessage,
    UserMessage,
)

from ._ledger import LedgerEntry, ask_ledger
from ._prompts import (
    FACTS_PROMPT,
    FACTS_UPDATE_PROMPT,
    LEDGER_PROMPT,
    PLAN_PROMPT,
    PLAN_UPDATE_PROMPT,
    PROGRESS_PROMPT,
)

Item = BaseAgentEvent | BaseChatMessage


class MagenticOneOrchestrator(BaseGroupChatManager):
    """Gathers facts, makes a plan, and then asks its model each round who has to do what.

    When the work stalls, facts and plan are written again and everybody begins afresh.
    """

    def __init__(
        self,
        name: str,
        group_topic_type: str,
        output_topic_type: str,
        participant_topic_types: list[str],
        participant_names: list[str],
        participant_descriptions: list[str],
        max_turns: int | None,
        message_factory: MessageFactory,
        model_client: ChatCompletionClient,
        max_stalls: int,
        final_answer_prompt: str,
        output_message_queue: Outlet,
        termination_condition: TerminationCondition | None,
        emit_team_events: bool,
    ) -> None:
        super().__init__(
            name,
            group_topic_type,
            output_topic_type,
            participant_topic_types,
            participant_names,
            participant_descriptions,
            output_message_queue,
            termination_condition,
            max_turns,
            message_factory,
            emit_team_events,
        )
        self._model_client: ChatCompletionClient = model_client
        self._max_stalls: int = max_stalls
        self._final_answer_prompt: str = final_answer_prompt
        self._team_description: str = "\n".join(
            f"{participant}: {' '.join(text.split())}"
            for participant, text in zip(participant_names, participant_descriptions, strict=True)
        )
        self._task: str = ""
        self._facts: str = ""
        self._plan: str = ""
        self._n_rounds: int = 0
        self._n_stalls: int = 0
        self._needs_plan: bool = True

    async def validate_group_state(self, messages: list[BaseChatMessage] | None) -> None:
        """Make sure that there is something to do.

        Raises:
            TaskError: There is no task, and none to go on with.
        """
        if not messages and not self._task:
            raise TaskError("a Magentic-One team needs a task to begin with")

    async def _take_task(self, messages: Sequence[BaseChatMessage], output: bool) -> None:
        if output:
            for message in messages:
                await self._output_message_queue.put(message)
        # The members begin afresh with the ledger, in which the task stands.
        self._task = " ".join(message.to_model_text() for message in messages)
        self._n_rounds = 0
        self._n_stalls = 0
        self._message_thread.clear()
        self._needs_plan = True

    async def choose(self) -> Verdict:
        """Do the orchestrator's part of a round: plan if needed, judge, and instruct somebody."""
        if self._needs_plan:
            await self._make_plan()
            await self._begin_afresh()
            self._needs_plan = False
        while True:
            if self._max_turns is not None and self._n_rounds > self._max_turns:
                return await self._finish("Max rounds reached.")
            self._n_rounds += 1
            ledger = await self._judge()
            if ledger.is_request_satisfied.answer:
                return await self._finish(ledger.is_request_satisfied.reason)
            self._count_stalls(ledger)
            if self._n_stalls < self._max_stalls:
                return await self._instruct(ledger)
            await self._mend_plan()
            await self._begin_afresh()

    async def select_speaker(self, thread: Sequence[Item]) -> list[str] | str:
        """Return whom the ledger names for the next round."""
        return (await self._judge()).next_speaker.answer

    async def _make_plan(self) -> None:
        talk: list[LLMMessage] = []
        self._facts = await self._discuss(talk, FACTS_PROMPT.format(task=self._task))
        self._plan = await self._discuss(talk, PLAN_PROMPT.format(team=self._team_description))

    async def _mend_plan(self) -> None:
        talk = self._context()
        question = FACTS_UPDATE_PROMPT.format(task=self._task, facts=self._facts)
        self._facts = await self._discuss(talk, question)
        question = PLAN_UPDATE_PROMPT.format(team=self._team_description)
        self._plan = await self._discuss(talk, question)

    async def _discuss(self, talk: list[LLMMessage], question: str) -> str:
        talk.append(UserMessage(content=question, source=self._name))
        result = await self._model_client.create(
            self._readable(talk), cancellation_token=self._floor.token
        )
        if not isinstance(result.content, str):
            raise SpeakerError("the model of the orchestrator has asked for a tool")
        talk.append(AssistantMessage(content=result.content, source=self._name))
        return result.content

    async def _begin_afresh(self) -> None:
        await self._floor.reset_members()
        self._message_thread.clear()
        await self._say(
            LEDGER_PROMPT.format(
                task=self._task,
                team=self._team_description,
                facts=self._facts,
                plan=self._plan,
            )
        )

    async def _judge(self) -> LedgerEntry:
        question = PROGRESS_PROMPT.format(
            task=self._task,
            team=self._team_description,
            names=", ".join(self._participant_names),
        )
        context = [*self._context(), UserMessage(content=question, source=self._name)]
        return await ask_ledger(
            self._model_client,
            self._readable(context),
            self._participant_names,
            self._floor.token,
        )

    def _count_stalls(self, ledger: LedgerEntry) -> None:
        if not ledger.is_progress_being_made.answer or ledger.is_in_loop.answer:
            self._n_stalls += 1
        else:
            self._n_stalls = max(0, self._n_stalls - 1)

    async def _instruct(self, ledger: LedgerEntry) -> Verdict:
        await self._say(ledger.instruction_or_question.answer)
        names = [ledger.next_speaker.answer]
        await self._announce(names)
        return names

    async def _finish(self, reason: str) -> StopMessage:
        question = self._final_answer_prompt.format(task=self._task)
        await self._say(await self._discuss(self._context(), question))
        await self._end_run()
        return self._stop(reason)

    async def _say(self, text: str) -> None:
        """Say something to everybody."""
        message = TextMessage(content=text, source=self._name)
        await self.update_message_thread([message])
        await self._output_message_queue.put(message)
        await self._floor.share([message])

    async def _find_stop(self, delta: Sequence[Item], *, turn_done: bool) -> StopMessage | None:
        """Ask the condition about answers only; rounds are counted before each of them."""
        if self._termination_condition is None or not turn_done:
            return None
        stop = await self._termination_condition(delta)
        if stop is not None:
            await self._end_run()
        return stop

    def _context(self) -> list[LLMMessage]:
        """Return the thread as the model gets to read it."""
        context: list[LLMMessage] = []
        for message in self._message_thread:
            if not isinstance(message, BaseChatMessage):
                continue
            if message.source == self._name:
                text = message.to_model_text()
                context.append(AssistantMessage(content=text, source=self._name))
            else:
                context.append(message.to_model_message())
        return context

    def _readable(self, context: list[LLMMessage]) -> list[LLMMessage]:
        return context if self._model_client.model_info["vision"] else remove_images(context)

    async def reset(self) -> None:
        """Forget task, ledgers and conversation."""
        self._current_turn = 0
        self._message_thread.clear()
        await self.reset_condition()
        self._task = ""
        self._facts = ""
        self._plan = ""
        self._n_rounds = 0
        self._n_stalls = 0
        self._needs_plan = True

    async def save_state(self) -> Mapping[str, Any]:
        """Return thread, ledgers and counters."""
        return {
            "type": "MagenticOneOrchestratorState",
            "version": "1.0.0",
            **await super().save_state(),
            "task": self._task,
            "facts": self._facts,
            "plan": self._plan,
            "n_rounds": self._n_rounds,
            "n_stalls": self._n_stalls,
        }

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to a saved state."""
        saved = MagenticOneOrchestratorState.model_validate(state)
        self._load_thread(saved)
        self._task = saved.task
        self._facts = saved.facts
        self._plan = saved.plan
        self._n_rounds = saved.n_rounds
        self._n_stalls = saved.n_stalls
        self._needs_plan = not saved.message_thread
