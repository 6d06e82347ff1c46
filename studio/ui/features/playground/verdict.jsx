// What two runs have in common and what not: path, cost, time and result.
import { Sums } from "../../../feed/component/sums.js";
import { Transitions } from "../../../feed/component/graph.js";
import { count, duration, money, spoken, STATES } from "../../../feed/component/words.js";

/** Who spoke, in order; what was discarded does not count. */
function path(log) {
  const names = [];
  for (const item of log.items) {
    if (item.gone || item.discarded || item.body.type === undefined || item.body.type.endsWith("Event")) continue;
    if (names.at(-1) !== item.source) names.push(item.source);
  }
  return names.map(spoken);
}

const last = (log) => {
  const items = log.items.filter((item) => ["text", "summary", "structured", "stop"].includes(item.kind) && !item.discarded && !item.gone);
  const content = items.at(-1)?.body.content ?? "";
  return typeof content === "string" ? content : JSON.stringify(content);
};

function Path({ names, other }) {
  const parts = names.findIndex((name, i) => other[i] !== name);
  return <span className="sq-path" title={names.join(" → ")}>{names.map((name, i) => <span key={i} data-differs={(parts >= 0 && i >= parts && other.length > 0) || undefined}>{i ? " → " : ""}{name}</span>)}</span>;
}

function Numbers({ name, values, show }) {
  const [a, b] = values;
  const differs = show(a) !== show(b);
  return <tr data-differs={differs || undefined}><th scope="row">{name}</th><td>{show(a)}</td><td>{show(b)}</td><td>{differs ? (b > a ? "+" : "−") + show(Math.abs(b - a)) + (a ? ` (${b > a ? "+" : "−"}${Math.round((Math.abs(b - a) / a) * 100)} %)` : "") : "same"}</td></tr>;
}

function Words({ name, same, children }) {
  return <tr data-differs={!same || undefined}><th scope="row">{name}</th>{children}<td>{same ? "same" : "differs"}</td></tr>;
}

export function Verdict({ logs, names }) {
  const sums = logs.map((log) => log.project(Sums, null));
  const worked = sums.map((sum, i) => sum.workedUntil(logs[i].ended ? sum.now ?? 0 : Date.now()));
  const handovers = logs.map((log) => [...log.project(Transitions, null).edges.values()].filter((edge) => edge.kind !== "tool").reduce((n, edge) => n + edge.count, 0));
  const paths = logs.map(path), results = logs.map(last);
  return (
    <table className="sq-table">
      <thead><tr><th scope="col"><span className="st-sr">What</span></th><th scope="col">{names[0]}</th><th scope="col">{names[1]}</th><th scope="col">Difference</th></tr></thead>
      <tbody>
        <Words name="State" same={logs[0].status === logs[1].status}>{logs.map((log, i) => <td key={i}>{STATES[log.status] ?? ""}</td>)}</Words>
        <Numbers name="Tokens" values={sums.map((sum) => sum.tokens)} show={count} />
        <Numbers name="Cost" values={sums.map((sum) => sum.all.cost)} show={money} />
        <Numbers name="Work" values={worked} show={duration} />
        <Numbers name="Turns" values={sums.map((sum) => sum.turns)} show={count} />
        <Numbers name="Tool calls" values={sums.map((sum) => sum.tools)} show={count} />
        <Numbers name="Hand-overs" values={handovers} show={count} />
        <Words name="Path" same={paths[0].join("\n") === paths[1].join("\n")}>{paths.map((one, i) => <td key={i}><Path names={one} other={paths[1 - i]} /></td>)}</Words>
        <Words name="Result" same={results[0] === results[1]}>{results.map((one, i) => <td key={i}><span className="sq-result" title={one}>{one.slice(0, 400)}</span></td>)}</Words>
      </tbody>
    </table>
  );
}
