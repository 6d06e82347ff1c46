// Links to the session or one of its runs: made, copied, taken back.
import { useEffect, useState } from "react";
import { Check, Copy, Link2 } from "lucide-react";
import { command, patch, useStore } from "../../../feed/component/store.js";
import { Dialog } from "./dialog.jsx";

const HOME = new Set(["127.0.0.1", "localhost", "[::1]"]);

function Shared({ title, about, token, onMake }) {
  const [copied, setCopied] = useState(false);
  const address = token ? `${location.origin}/share/${token}` : "";
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <section className="sx-link" aria-label={title}>
      <div><h3>{title}</h3><p className="st-small st-muted">{about}</p></div>
      {token ? (
        <div className="st-row">
          <input className="st-input st-grow" readOnly value={address} aria-label={"Link to " + title.toLowerCase()} onFocus={(e) => e.target.select()} />
          <button type="button" className="st-btn" onClick={copy}>{copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}{copied ? "Copied" : "Copy"}</button>
          <button type="button" className="st-btn st-btn-danger" onClick={() => command("unshare", { token })}>Take back</button>
        </div>
      ) : <div><button type="button" className="st-btn" onClick={onMake}><Link2 aria-hidden="true" />Make a link</button></div>}
    </section>
  );
}

export function ShareDialog({ links }) {
  const { sharing, runs } = useStore((s) => ({ sharing: s.sharing, runs: s.runs }));
  const { session_id, run_id } = sharing;
  useEffect(() => { command("shares"); }, []);
  const run = runs.find((one) => one.run_id === run_id);
  return (
    <Dialog title="Share to read" onClose={() => patch({ sharing: null })}>
      <p className="st-small st-muted">Whoever has a link sees conversation, graph and timeline, live, and can do nothing else. What the models were sent and how the team is made stay here.</p>
      <Shared title="The whole session" about="All its runs, also those still to come." token={links[session_id]} onMake={() => command("share", { session_id })} />
      {run ? <Shared title="Only this run" about={run.name || "Run"} token={links[run_id]} onMake={() => command("share", { run_id })} /> : null}
      {HOME.has(location.hostname) ? <p className="st-help">This studio answers on this computer only. For others start it with <code>studio ui --host 0.0.0.0</code>.</p> : null}
    </Dialog>
  );
}
