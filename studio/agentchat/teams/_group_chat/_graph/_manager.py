"""Runs the nodes of a graph as they become ready."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict, cast

from studio.agentchat.base import TerminationCondition
from studio.agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    MessageFactory,
    StopMessage,
)
from studio.agentchat.state import BaseGroupChatManagerState
from studio.agentchat.teams._expression import Facts, facts_of
from studio.agentchat.teams._group_chat._base_group_chat_manager import BaseGroupChatManager
from studio.agentchat.teams._group_chat.engine.outlet import Outlet

from ._digraph import DiGraph, GraphError

Item = BaseAgentEvent | BaseChatMessage
Groups = dict[str, dict[str, int]]

COMPLETE = "Digraph execution is complete"


class _GraphState(TypedDict, total=False):
    message_thread: list[Mapping[str, Any]]
    current_turn: int
    remaining: dict[str, dict[str, int]]
    enqueued_any: dict[str, dict[str, bool]]
    ready: list[str]


class GraphFlowManager(BaseGroupChatManager):
    """Keeps count of the open ways into each node; all nodes that are ready run together."""

    def __init__(
        self,
        name: str,
        group_topic_type: str,
        output_topic_type: str,
        participant_topic_types: list[str],
        participant_names: list[str],
        participant_descriptions: list[str],
        output_message_queue: Outlet,
        termination_condition: TerminationCondition | None,
        max_turns: int | None,
        message_factory: MessageFactory,
        graph: DiGraph,
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
        )
        graph.graph_validate()
        if graph.get_has_cycles() and termination_condition is None and max_turns is None:
            raise GraphError(
                "A termination condition is required for cyclic graphs without a maximum turn "
                "limit.",
                hint="Give the team a termination_condition or max_turns.",
            )
        self._graph: DiGraph = graph
        self._needed: Groups = graph.get_remaining_map()
        self._any: set[tuple[str, str]] = {
            (edge.target, edge.activation_group)
            for _, edge in graph.edges()
            if edge.activation_condition == "any"
        }
        # In the order of the nodes, so that the same graph always runs alike.
        starts = graph.get_start_nodes()
        self._starts: list[str] = [node for node in graph.nodes if node in starts]
        self._remaining: Groups = {}
        self._enqueued_any: dict[str, dict[str, bool]] = {}
        self._triggered: dict[str, list[str]] = {}
        self._ready: list[str] = []
        self._rearm()

    def _rearm(self) -> None:
        """Go back to the beginning of the graph."""
        self._remaining = {node: dict(groups) for node, groups in self._needed.items()}
        self._enqueued_any = {
            node: dict.fromkeys(groups, False) for node, groups in self._needed.items()
        }
        self._triggered = {}
        self._ready = list(self._starts)

    async def validate_group_state(self, messages: list[BaseChatMessage] | None) -> None:
        """Accept any messages."""

    async def record(self, name: str, delta: Sequence[Item]) -> None:
        """Take what a node has said, which opens the ways out of it."""
        await super().record(name, delta)
        last = delta[-1]
        if isinstance(last, BaseChatMessage):
            self._open_ways(name, last)

    async def _take_task(self, messages: Sequence[BaseChatMessage], output: bool) -> None:
        await super()._take_task(messages, output)
        if messages[-1].source in self._graph.nodes:
            self._open_ways(messages[-1].source, messages[-1])

    def _open_ways(self, name: str, message: BaseChatMessage) -> None:
        facts: Facts | None = None
        for edge in self._graph.nodes[name].edges:
            if edge.condition_expression is not None and facts is None:
                facts = facts_of(message, len(self._message_thread), self._current_turn)
            if edge.is_open(message, facts):
                self._open_way(edge.target, edge.activation_group)

    def _open_way(self, target: str, group: str) -> None:
        if (target, group) in self._any:
            if self._enqueued_any[target][group]:
                return
            self._enqueued_any[target][group] = True
        else:
            self._remaining[target][group] -= 1
            if self._remaining[target][group] != 0:
                return
        self._triggered.setdefault(target, []).append(group)
        if target not in self._ready:
            self._ready.append(target)

    async def select_speaker(self, thread: Sequence[Item]) -> list[str] | str:
        """Return all nodes that are ready, and let what made them ready happen again."""
        speakers, self._ready = self._ready, []
        for name in speakers:
            for group in self._triggered.pop(name, ()):
                if (name, group) in self._any:
                    self._enqueued_any[name][group] = False
                else:
                    self._remaining[name][group] = self._needed[name][group]
        return speakers

    def lose_turn(self, names: Sequence[str]) -> None:
        """Let those run again who have not come to their end."""
        super().lose_turn(names)
        self._ready = [*names, *(name for name in self._ready if name not in names)]

    async def _find_stop(self, delta: Sequence[Item], *, turn_done: bool) -> StopMessage | None:
        if self._ready:
            return await super()._find_stop(delta, turn_done=turn_done)
        self._rearm()
        await self._end_run()
        return self._stop(COMPLETE)

    async def reset(self) -> None:
        """Go back to the beginning."""
        self._current_turn = 0
        self._message_thread.clear()
        await self.reset_condition()
        self._rearm()

    async def save_state(self) -> Mapping[str, Any]:
        """Return the thread and how far the graph has come."""
        return {
            **await super().save_state(),
            "remaining": {node: dict(groups) for node, groups in self._remaining.items()},
            "enqueued_any": {node: dict(groups) for node, groups in self._enqueued_any.items()},
            "ready": list(self._ready),
        }

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to a saved state."""
        saved = cast("_GraphState", state)
        self._load_thread(BaseGroupChatManagerState.model_validate(state))
        self._rearm()
        for node, groups in saved.get("remaining", {}).items():
            self._remaining.setdefault(node, {}).update(groups)
        for node, flags in saved.get("enqueued_any", {}).items():
            self._enqueued_any.setdefault(node, {}).update(flags)
        self._ready = [node for node in saved.get("ready", ()) if node in self._graph.nodes]
        # Which groups made a node ready is not in the state, but can be seen from it.
        self._triggered = {node: self._spent_groups(node) for node in self._ready}

    def _spent_groups(self, node: str) -> list[str]:
        spent = [group for group, flag in self._enqueued_any.get(node, {}).items() if flag]
        counts = self._remaining.get(node, {})
        return spent + [
            group for group, left in counts.items() if left <= 0 and (node, group) not in self._any
        ]
