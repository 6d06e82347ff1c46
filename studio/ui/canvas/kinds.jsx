// The kinds of components: each with its icon and word; colours come from `data-kind` in studio.css.
import {
  Bot, Box, BrainCircuit, Briefcase, Database, History, MessagesSquare, OctagonX, Sparkles, SquareTerminal, User, Users, Wrench,
} from "lucide-react";

export const KINDS = {
  team: { icon: Users, word: "Team", many: "Teams" },
  agent: { icon: Bot, word: "Agent", many: "Agents" },
  model: { icon: Sparkles, word: "Model", many: "Models" },
  tool: { icon: Wrench, word: "Tool", many: "Tools" },
  workbench: { icon: Briefcase, word: "Workbench", many: "Workbenches" },
  memory: { icon: Database, word: "Memory", many: "Memories" },
  termination: { icon: OctagonX, word: "Stop condition", many: "Stop conditions" },
  model_context: { icon: History, word: "Context", many: "Contexts" },
  code_executor: { icon: SquareTerminal, word: "Code executor", many: "Code executors" },
  other: { icon: Box, word: "Component", many: "Other" },
};

/** Notes and groups: on the canvas, but no part of the team. */
export const isPaper = (node) => node?.type === "note" || node?.type === "frame";

export const kindOf = (kind) => KINDS[kind] ?? KINDS.other;

const BY_CLASS = { UserProxyAgent: User, SocietyOfMindAgent: BrainCircuit, SelectorGroupChat: MessagesSquare };

export const className = (provider) => (provider ?? "").split(".").pop();

export function KindIcon({ kind, provider, size = 28 }) {
  const Icon = BY_CLASS[className(provider)] ?? kindOf(kind).icon;
  return (
    <span className="st-kind-icon" data-kind={kind} aria-hidden="true" style={{ width: size, height: size }}>
      <Icon style={{ width: size * 0.57, height: size * 0.57 }} />
    </span>
  );
}

const TYPES = {
  team: "team", agent: "agent", model: "model", replay_chat_completion_client: "model", chat_completion_cache: "model", tool: "tool",
  workbench: "workbench", memory: "memory", termination: "termination", chat_completion_context: "model_context", code_executor: "code_executor",
};
const ENDINGS = [
  ["GroupChat", "team"], ["Swarm", "team"], ["GraphFlow", "team"], ["ChatCompletionClient", "model"], ["Cache", "model"],
  ["ChatCompletionContext", "model_context"], ["Workbench", "workbench"], ["Termination", "termination"],
  ["TerminationCondition", "termination"], ["CodeExecutor", "code_executor"], ["Memory", "memory"], ["Agent", "agent"], ["Surfer", "agent"], ["Tool", "tool"],
];

/** What a component is: its own word first, then what its class is called. */
export function kindOfComponent(component) {
  const name = className(component?.provider);
  return TYPES[component?.component_type] ?? ENDINGS.find(([ending]) => name.endsWith(ending))?.[1] ?? "other";
}

// The server knows what people call each class; until the catalogue is here its name has to do.
const labels = new Map();

/** Take the words and kinds of the catalogue. */
export function learn(catalogue) {
  for (const info of catalogue) labels.set(className(info.provider), info.label);
}

/** The word a person knows this type of component by. */
export function typeLabel(provider) {
  const name = className(provider);
  return labels.get(name) ?? (name.replace(/(ChatCompletionClient|ChatCompletionContext|Termination|CodeExecutor)$/, "") || name).replace(/([a-z])([A-Z][a-z])/g, "$1 $2");
}

/** The line under a name: its type and kind, without saying a word twice. */
export function typeLine(label, type, kind) {
  const { word } = kindOf(kind);
  return type === word || label === type ? word : `${type} ${word.toLowerCase()}`;
}

/** What to call a component on the screen. */
export function labelOf(component) {
  const config = component?.config ?? {};
  const kind = kindOfComponent(component);
  const label = component?.label && component.label !== className(component.provider) ? component.label : "";
  if (kind === "agent" || kind === "tool") return config.name || label || typeLabel(component?.provider);
  if (kind === "model") return label || config.model || typeLabel(component?.provider);
  if (kind === "team") return label || config.name || typeLabel(component?.provider);
  return label || typeLabel(component?.provider);
}
