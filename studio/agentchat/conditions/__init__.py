"""When a conversation ends: one condition per module; they combine with `&` and `|`."""

from ._external import ExternalTermination
from ._function_call import FunctionCallTermination
from ._functional import FunctionalTermination
from ._handoff import HandoffTermination
from ._max_message import MaxMessageTermination
from ._source_match import SourceMatchTermination
from ._stop_message import StopMessageTermination
from ._text_mention import TextMentionTermination
from ._text_message import TextMessageTermination
from ._timeout import TimeoutTermination
from ._token_usage import TokenUsageTermination

__all__ = [
    "ExternalTermination",
    "FunctionCallTermination",
    "FunctionalTermination",
    "HandoffTermination",
    "MaxMessageTermination",
    "SourceMatchTermination",
    "StopMessageTermination",
    "TextMentionTermination",
    "TextMessageTermination",
    "TimeoutTermination",
    "TokenUsageTermination",
]
