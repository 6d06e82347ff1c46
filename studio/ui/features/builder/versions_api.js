// Reads of the Versions view, and how versions are called.
import { ask } from "../../../feed/component/api.js";

const of = (teamId) => `/api/teams/${encodeURIComponent(teamId)}`;
const json = async (path, signal) => (await ask(path, { signal })).json();

export const loadTeam = (teamId, signal) => json(of(teamId), signal);
export const loadVersions = (teamId, cursor, signal) => json(`${of(teamId)}/versions?limit=50${cursor ? "&cursor=" + encodeURIComponent(cursor) : ""}`, signal);

/** Compare two versions; 0 stands for what is not saved yet. */
export const compare = (teamId, before, after, signal) =>
  json(after === 0 ? `${of(teamId)}/draft/compare?version=${before}` : `${of(teamId)}/compare?before=${before}&after=${after}`, signal);

const STEPS = [[86400, "day"], [3600, "hour"], [60, "minute"]];

export function ago(moment) {
  const passed = Math.max(0, (Date.now() - new Date(moment)) / 1000);
  for (const [size, word] of STEPS) {
    const count = Math.floor(passed / size);
    if (count) return `${count} ${word}${count > 1 ? "s" : ""} ago`;
  }
  return "just now";
}

export const exactly = (moment) => new Date(moment).toLocaleString();
export const titleOf = ({ version, name }) => (version === 0 ? "Unsaved changes" : name || `Version ${version}`);
