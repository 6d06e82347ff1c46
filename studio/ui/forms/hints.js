// data: words, order and widgets for fields that deserve better than what their schema says.
import { className } from "../../canvas/component/kinds.jsx";

/** What comes first in the form of a class; the rest stands under "More options". */
const FIRST = {
  AssistantAgent: ["name", "description", "system_message", "model_client", "tools", "workbench", "handoffs", "memory"],
  MagenticOneCoderAgent: ["name", "description", "system_message", "model_client", "tools", "workbench", "handoffs", "memory"],
  UserProxyAgent: ["name", "description"],
  CodeExecutorAgent: ["name", "description", "code_executor", "model_client", "system_message"],
  SocietyOfMindAgent: ["name", "description", "team", "model_client", "instruction", "response_prompt"],
  MultimodalWebSurfer: ["name", "description", "model_client", "start_page", "headless"],
  OpenAIAgent: ["name", "description", "model", "instructions", "tools"],
  RoundRobinGroupChat: ["participants", "termination_condition", "max_turns"],
  SelectorGroupChat: ["participants", "model_client", "selector_prompt", "termination_condition", "max_turns", "allow_repeated_speaker"],
  Swarm: ["participants", "termination_condition", "max_turns"],
  GraphFlow: ["participants", "graph", "termination_condition", "max_turns"],
  MagenticOneGroupChat: ["participants", "model_client", "termination_condition", "max_turns", "max_stalls"],
  OpenAIChatCompletionClient: ["model", "api_key", "base_url", "temperature", "max_tokens"],
  AzureOpenAIChatCompletionClient: ["model", "azure_endpoint", "azure_deployment", "api_version", "api_key", "temperature", "max_tokens"],
  AnthropicChatCompletionClient: ["model", "api_key", "base_url", "temperature", "max_tokens"],
  OllamaChatCompletionClient: ["model", "host", "options"],
  ReplayChatCompletionClient: ["chat_completions"],
  FunctionTool: ["name", "description", "source_code", "global_imports"],
  HttpTool: ["name", "description", "method", "scheme", "host", "port", "path", "headers", "json_schema"],
  McpWorkbench: ["server_params"],
};

const LABELS = {
  name: "Name", model_client: "Model", workbench: "Workbenches", termination_condition: "Stops when", system_message: "System message",
  model_client_stream: "Stream tokens as they come", reflect_on_tool_use: "Reflect on tool results", tool_call_summary_format: "Tool summary format",
  max_tool_iterations: "Tool rounds per turn", model_context: "What the model remembers", structured_message_factory: "Structured answer",
  participants: "Participants", max_turns: "Most turns", selector_prompt: "How the next speaker is chosen", allow_repeated_speaker: "Same speaker twice in a row",
  max_selector_attempts: "Attempts to choose a speaker", emit_team_events: "Report team events", api_key: "API key", base_url: "Base URL", model: "Model name",
  max_tokens: "Most tokens in an answer", top_p: "Top P", top_k: "Top K", chat_completions: "Recorded answers", source_code: "Python source",
  global_imports: "Imports", has_cancellation_support: "Can be cancelled", server_params: "Server", json_schema: "Arguments (JSON schema)", handoffs: "Hand-offs",
  memory: "Memory", tools: "Tools", code_executor: "Code executor", max_stalls: "Stalls before a new plan", default_headers: "Extra headers", model_info: "What the model can do",
  azure_ad_token_provider: "Azure AD token provider", conditions: "Conditions", wrapped_agent: "Agent", executor: "Code executor", client: "Model",
  max_messages: "Messages", timeout_seconds: "Seconds", include_agent_event: "Count events too", max_total_token: "Total tokens", max_prompt_token: "Prompt tokens",
  max_completion_token: "Completion tokens", graph: "Paths", selector_expression: "Who speaks next, as an expression", candidate_expression: "Who may speak next, as an expression",
  content_model_name: "Name of the answer", format_string: "Shown as", client_config: "Model", sampler: "Asked for answers", elicitor: "Asked for input",
  roots: "Folders", tool_overrides: "Other names for tools", words_per_second: "Words per second", parallel_tool_calls: "Several tools at once", reasoning_effort: "Reasoning effort",
  model_client_streaming: "Stream the choice", input_func: "Input function", supported_languages: "Languages", filter: "What it hears", function_name: "Function", sources: "Names", text: "Text", target: "Handed to", tool_schema: "Tool schema",
  command: "Command", args: "Arguments", env: "Environment variables", cwd: "Folder to run in", encoding_error_handler: "Characters that cannot be read", read_timeout_seconds: "Longest wait for an answer, in seconds",
  url: "Address", headers: "Headers", sse_read_timeout: "Longest wait for an event, in seconds", terminate_on_close: "End the session on close",
  frequency_penalty: "Frequency penalty", presence_penalty: "Presence penalty", logit_bias: "Bias of tokens", n: "Answers to choose from", stop: "Stop at these words", user: "End user", max_retries: "Attempts after a failure",
  timeout: "Seconds to wait", organization: "Organization", add_name_prefixes: "Say who is speaking", include_name_in_message: "Send the speaker's name", work_dir: "Folder to work in", per_source: "By speaker", metadata: "Notes",
  tool_choice: "Choice of tools", stop_sequences: "Stop at these words", response_format: "Form of the answer", stream_options: "Stream options", image: "Container image", bind_dir: "Folder on this machine", auto_remove: "Remove the container afterwards",
};

const HELP = {
  name: "Others refer to it by this name: letters, digits and underscores.",
  description: "What it is good for. Teams that choose a speaker read this.",
  system_message: "Who the agent is and how it works.",
  model_client_stream: "The answer shows word by word.",
  reflect_on_tool_use: "After tools have run, the model reads their results and answers.",
  max_turns: "The team stops after this many turns. Empty: no limit.",
  selector_prompt: "May hold {roles}, {participants} and {history}.",
  chat_completions: "Given one after the other, without any model or key.",
  model_info: "Needed for models that are not in our table.",
  base_url: "Another service that speaks the same protocol.",
  global_imports: "Imports that the function needs besides its own.",
  handoffs: "To whom this agent may hand the conversation.",
  selector_expression: "Instead of asking the model: an expression over text, source, messages and turn that gives a name. Empty text: the model chooses.",
  candidate_expression: "Gives the names to choose from, as a list.",
  max_tool_iterations: "How often the model may use tools before it has to answer.",
  tool_call_summary_format: "May hold {tool_name}, {arguments} and {result}.",
  emit_team_events: "Tells who was chosen to speak, too.",
  model_context: "Which part of the conversation is sent to the model.",
  structured_message_factory: "Answers in fixed fields instead of free text.",
  final_answer_prompt: "May hold {task}.",
  max_stalls: "So many turns without progress, then the lead plans anew.",
  words_per_second: "Empty: the whole answer at once.",
  temperature: "Low: always much the same. High: more varied.",
  seed: "The same number gives, as far as the vendor can, the same answer.",
  format_string: "How the fields are put into words, with their names in braces.",
};

const HELP_MORE = {
  frequency_penalty: "Above zero: words that came often come less.", presence_penalty: "Above zero: words that came at all come less.", logit_bias: "Numbers of tokens, each with -100 (never) to 100 (always).",
  n: "The first one is used; all are paid for.", stop: "The answer ends before any of these.", stop_sequences: "The answer ends before any of these.", user: "A name for your user that the vendor sees; helps to find abuse.",
  max_tokens: "A longer answer is cut off.", top_p: "Only the likeliest words that together reach this share. Set this or the temperature.", top_k: "Only so many of the likeliest words.", max_retries: "After a failure that may pass, with growing pauses.",
  parallel_tool_calls: "Off: one tool at a time.", reasoning_effort: "More effort: slower, dearer, better at hard questions.", add_name_prefixes: "Puts “writer said:” before what writer says, for models that do not read names.", organization: "Only for keys that belong to several.",
  azure_deployment: "The name you gave the model in Azure.", api_version: "A date, such as 2024-10-21.", azure_endpoint: "As shown in Azure, for example https://name.openai.azure.com/.",
  env: "Keys are kept apart: choose one by name.", headers: "Keys are kept apart: choose one by name.", default_headers: "Sent with every request.", args: "One a line, as after the command.", cwd: "Empty: where Studio runs.", command: "For example npx or uvx.", tool_overrides: "What the model sees instead of a tool's own name and description.",
};

const PROSE = new Set(["system_message", "selector_prompt", "final_answer_prompt", "instructions", "instruction", "response_prompt", "task", "summary_format"]);
const LINES = new Set(["description", "tool_call_summary_format"]);
const SECRET = /(^|_)(api_key|token|secret|password|secret_key|access_key)$/;
const KINDS = {
  model_client: ["model"], client: ["model"], tools: ["tool"], tool: ["tool"], workbench: ["workbench"], memory: ["memory"], termination_condition: ["termination"],
  conditions: ["termination"], participants: ["agent", "team"], model_context: ["model_context"], code_executor: ["code_executor"], executor: ["code_executor"],
  agent: ["agent"], wrapped_agent: ["agent"], team: ["team"], client_config: ["model"],
};

// Of components that have no kind of their own, the classes that fit a field.
const CLASSES = {
  store: ["InMemoryStore", "DiskCacheStore", "RedisStore"], structured_message_factory: ["StructuredMessageFactory"], azure_ad_token_provider: ["AzureTokenProvider"],
  host: ["McpSessionHost"], sampler: ["ChatCompletionClientSampler"], elicitor: ["StdioElicitor"], roots: ["StaticRootsProvider"],
};


export const firstFields = (provider) => FIRST[className(provider)] ?? null;
const LABELS_IN = {
  StructuredMessageFactory: { json_schema: "Fields (JSON schema)" }, TextMentionTermination: { sources: "Only when said by" }, SourceMatchTermination: { sources: "Who has spoken" }, TextMessageTermination: { source: "Only from" },
};

export const fieldLabel = (field, provider) => LABELS_IN[className(provider)]?.[field] ?? LABELS[field] ?? (field.charAt(0).toUpperCase() + field.slice(1)).replaceAll("_", " ");
// What a tool or a model is called and good for is read by others than for an agent.
const HELP_IN = {
  tool: { name: "The model calls it by this name.", description: "The model reads this to decide when to call it." },
  workbench: { name: "", description: "" },
  memory: { name: "", description: "" },
};

export const fieldHelp = (field, schema, { kind, component }) => HELP_IN[kind]?.[field] ?? HELP[field] ?? HELP_MORE[field] ?? (component ? "" : schema?.description) ?? "";
export const classesFor = (field) => CLASSES[field] ?? null;
export const kindsFor = (field) => KINDS[field] ?? ["other"];

/** What the shapes of a value are called, by the titles of their schemas. */
export const SHAPES = {
  StdioServerParams: "Program (stdio)", SseServerParams: "Address (SSE)", StreamableHttpServerParams: "Address (HTTP)",
  CreateResult: "Answer with details", ImportFromModule: "Names from a module", Alias: "Under another name", FunctionExecutionResult: "Result of a tool", Image: "Image",
};

/** Whether the value under a name is a key, to be kept apart. */
export const isSecretName = (name) => /(^|[_-])(key|token|secret|password|authorization)$/i.test(name);

/** Which widget a field wants: prose, lines, python, secret, handoffs, conditions or none in particular. */
export function widgetFor(field, schema) {
  if (field === "source_code") return "python";
  if (field === "handoffs") return "handoffs";
  if (field === "graph" && schema?.properties?.nodes) return "graph";
  if (field === "conditions" || field === "termination_condition") return "conditions";
  if (schema?.format === "password" || schema?.writeOnly || (SECRET.test(field) && (schema?.type ?? "string") === "string")) return "secret";
  if (PROSE.has(field)) return "prose";
  if (LINES.has(field)) return "lines";
  return "";
}

const VENDORS = [["OpenAI", /OpenAI/], ["Anthropic", /^Anthropic/]];

/** Who makes the models behind a client; another client of the same vendor knows the same models. */
export const vendorOf = (info) => VENDORS.find(([, names]) => names.test(className(info?.provider)))?.[0] ?? className(info?.provider);
export const SAME_VENDOR = new Set(["model", "model_info"]);

/** Fields that mean something else at another vendor and are not carried over. */
export const VENDOR_FIELDS = new Set(["model", "api_key", "base_url", "host", "model_info", "azure_endpoint", "azure_deployment", "api_version", "server_params"]);
