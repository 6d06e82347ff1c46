// Numbers, times and states as people say them.

const NUMBER = new Intl.NumberFormat("en");

export const count = (n) => (n >= 100_000 ? (n / 1000).toFixed(0) + "k" : NUMBER.format(Math.round(n ?? 0)));
export const short = (n) => (n >= 1000 ? (n / 1000).toFixed(n >= 9950 ? 0 : 1) + "k" : String(Math.round(n ?? 0)));
export const plural = (n, word) => `${count(n)} ${word}${n === 1 ? "" : "s"}`;

export function money(value) {
  if (!value) return "$0";
  if (value < 0.0001) return "<$0.0001";
  return "$" + (value < 0.1 ? value.toFixed(4) : value.toFixed(2));
}

export function duration(ms) {
  if (ms === null || ms === undefined || Number.isNaN(ms)) return "";
  if (ms < 1) return "0 s";
  if (ms < 1000) return Math.round(ms) + " ms";
  if (ms < 60_000) return (ms / 1000).toFixed(ms < 10_000 ? 1 : 0) + " s";
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
  if (ms < 86_400_000) return `${Math.floor(ms / 3_600_000)} h ${Math.round((ms % 3_600_000) / 60_000)} min`;
  return plural(Math.floor(ms / 86_400_000), "day");
}

const CLOCK = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });

export const clock = (at) => CLOCK.format(at);

export function ago(iso) {
  const seconds = Math.max(0, (Date.now() - Date.parse(iso)) / 1000);
  for (const [size, unit] of [[86400, "d"], [3600, "h"], [60, "min"]]) if (seconds >= size) return `${Math.floor(seconds / size)} ${unit}`;
  return "now";
}

export const STATES = {
  queued: "Queued",
  running: "Running",
  paused: "Paused",
  waiting_input: "Waiting for you",
  completed: "Completed",
  stopped: "Stopped",
  failed: "Failed",
  interrupted: "Interrupted",
};

export const toneOf = (status) =>
  ({ completed: "ok", failed: "danger", paused: "warn", waiting_input: "warn", interrupted: "warn", running: "live", queued: "live" })[status] ?? "";

/** A spoken name for an agent's identifier. */
export const spoken = (name) => (name === "user" ? user : name || "Team");

let user = "You";

/** Call the user otherwise: who reads what was shared is not the one who wrote. */
export const callUser = (name) => { user = name; };
