// What this tab knows of one run: its events, and the conversation read from them. Text lives
// here, outside React; whoever shows it is told at most once per frame.
import { useCallback, useSyncExternalStore } from "react";
import { getNewest } from "./api.js";
import { follow } from "./bus.js";
import { foldEvent } from "./items.js";

export const FINAL = new Set(["completed", "stopped", "failed"]);
export const ACTIVE = new Set(["queued", "running", "paused", "waiting_input", "interrupted"]);

const MANY = 200;
const QUIET = 120;
const PATIENCE = 1500;
const LONG = 150;
const GLIMPSE = 240;

// Timers and frames are numbered apart, so each is taken back in its own way.
function later(act, delay) {
  const timer = setTimeout(act, delay);
  return () => clearTimeout(timer);
}

function nextFrame(act) {
  const frame = requestAnimationFrame(act);
  return () => cancelAnimationFrame(frame);
}

export class RunLog {
  constructor(runId) {
    this.runId = runId;
    this.events = [];
    this.items = [];
    this.index = new Map();
    this.open = new Map();
    this.tools = new Map();
    this.waitingTools = new Map();
    this.pendingCalls = new Map();
    this.questions = new Map();
    this.folds = new Map();
    this.earlier = new Map();
    this.seq = 0;
    this.status = "";
    this.reason = "";
    this.code = null;
    this.active = null;
    this.error = null;
    this.version = 0;
    this.listeners = new Set();
    this.told = null;
    this.toldAt = performance.now();
    this.followers = 0;
    this.unfollow = null;
    this.glimpse = null;
    this.partial = false;
    this.behind = false;
  }

  get ended() {
    return FINAL.has(this.status);
  }

  /** What can be shown: the newest part of a long log until the rest of it is here. */
  get shown() {
    return this.glimpse ?? this;
  }

  /** Take events as they come from the server; what is known already is passed over. */
  take(events) {
    for (const event of events) {
      if (event.seq !== null) {
        if (event.seq <= this.seq) continue;
        this.seq = event.seq;
        event.at = Date.parse(event.ts);
        this.events.push(event);
      }
      foldEvent(this, event);
    }
    if (this.glimpse && this.seq >= this.glimpse.seq) {
      this.glimpse = null;
      this.tell();
    } else this.changed(events.length);
    if (this.behind && this.seq >= LONG) this.takeNewest();
  }

  // A long log is on its way from its beginning; its end is what one wants to see first.
  async takeNewest() {
    this.behind = false;
    const events = await getNewest(this.runId, GLIMPSE).catch(() => []);
    if (!events.length || this.seq >= events.at(-1).seq) return;
    const log = new RunLog(this.runId);
    log.partial = true;
    log.status = "running";
    log.take(events);
    this.glimpse = log;
    this.tell();
  }

  add(item) {
    this.index.set(item.key, this.items.length);
    this.items.push(item);
    return item;
  }

  get(key) {
    return this.items[this.index.get(key)];
  }

  /** Replace an item by a changed copy, so that only its row is drawn again. */
  change(key, changes) {
    const at = this.index.get(key);
    if (at !== undefined) this.items[at] = { ...this.items[at], ...changes };
  }

  /** Tell who shows this log; while a long log pours in, only now and then. */
  changed(count = 1) {
    const now = performance.now();
    if (count > MANY && now - this.toldAt < PATIENCE) {
      this.untell();
      this.told = later(() => this.tell(), QUIET);
    } else if (!this.told) this.told = document.hidden ? later(() => this.tell(), 200) : nextFrame(() => this.tell());
  }

  untell() {
    this.told?.();
    this.told = null;
  }

  tell() {
    this.untell();
    this.toldAt = performance.now();
    this.version += 1;
    for (const listener of this.listeners) listener();
  }

  /** Keep up with the run for as long as somebody looks. */
  attach() {
    this.followers += 1;
    if (this.followers === 1) {
      this.behind = this.seq === 0;
      this.unfollow = follow(this.runId, {
        after: () => this.seq,
        ended: () => this.ended || this.error !== null,
        take: (events) => this.take(events),
        fail: (error) => { this.error = error; this.changed(); },
      });
    }
    return () => {
      this.followers -= 1;
      if (!this.followers) this.unfollow?.();
    };
  }

  /** Read the events up to a moment with a fold; what was read for an earlier moment is reused. */
  project(Fold, cursor = null) {
    const folds = cursor === null ? this.folds : this.earlier;
    const kept = folds.get(Fold);
    const end = cursor === null ? this.events.length : Math.min(cursor, this.events.length);
    let state = kept && kept.at <= end ? kept : { fold: new Fold(), at: 0 };
    for (; state.at < end; state.at += 1) state.fold.take(this.events[state.at]);
    folds.set(Fold, state);
    return state.fold;
  }
}

const logs = new Map();
const KEPT = 24;

/** The log of a run; the least used are forgotten when there are many. */
export function logOf(runId) {
  let log = logs.get(runId);
  if (!log) log = new RunLog(runId);
  else logs.delete(runId);
  logs.set(runId, log);
  if (logs.size > KEPT) {
    const idle = [...logs.values()].find((one) => !one.followers && one !== log);
    if (idle) logs.delete(idle.runId);
  }
  return log;
}

const EMPTY = new RunLog("");

/** The log of a run, drawn again when it grows; the run is followed meanwhile. */
export function useLog(runId) {
  const log = runId ? logOf(runId) : EMPTY;
  const subscribe = useCallback((listener) => {
    log.listeners.add(listener);
    const leave = log === EMPTY ? () => {} : log.attach();
    return () => {
      log.listeners.delete(listener);
      leave();
    };
  }, [log]);
  useSyncExternalStore(subscribe, () => log.version, () => 0);
  return log;
}
