// The message box: a task when nothing runs, a word in between when something does, an answer
// when the team asks.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { CircleStop, CornerDownLeft, History, LoaderCircle, Paperclip, Play, SlidersHorizontal, Sparkles, X } from "lucide-react";
import { ACCEPT, Chips, useFiles } from "../../../feed/component/files.jsx";
import { QuestionForm, openQuestionOf, untilOf } from "../../../feed/component/question.jsx";
import { command, get, patch, send, useStore } from "../../../feed/component/store.js";
import { spoken } from "../../../feed/component/words.js";
import { BudgetFields, budgetOf } from "./budget.jsx";
import { Menu } from "./menu.jsx";

const LONG_PASTE = 4000;

function Options() {
  const { budget, breakpoints, patience, approve } = useStore((s) => ({ budget: s.budget, breakpoints: s.breakpoints, patience: s.patience, approve: s.approve }));
  const set = Object.values(budget).filter(Boolean).length - (budget.on_limit ? 1 : 0) > 0 || breakpoints.length > 0 || patience > 0 || approve;
  return (
    <Menu label="Budget, breakpoints and people" className="st-btn st-btn-s st-btn-ghost st-btn-icon" icon={<span className="sc-dot" data-on={set || undefined}><SlidersHorizontal aria-hidden="true" /></span>}>
      {() => (
        <div className="sc-options">
          <h3>Budget of the next run</h3>
          <BudgetFields budget={budget} onChange={(next) => patch({ budget: next })} />
          <h3>Hold before</h3>
          <label className="st-row st-small"><input type="checkbox" checked={breakpoints.some((one) => one.kind === "agent" && one.name === "*")} onChange={(e) => patch({ breakpoints: [...breakpoints.filter((one) => one.kind !== "agent" || one.name !== "*"), ...(e.target.checked ? [{ kind: "agent", name: "*" }] : [])] })} />every agent</label>
          <label className="st-row st-small"><input type="checkbox" checked={breakpoints.some((one) => one.kind === "tool" && one.name === "*")} onChange={(e) => patch({ breakpoints: [...breakpoints.filter((one) => one.kind !== "tool" || one.name !== "*"), ...(e.target.checked ? [{ kind: "tool", name: "*" }] : [])] })} />every tool</label>
          <label className="st-row st-small"><input type="checkbox" checked={breakpoints.some((one) => one.kind === "handoff")} onChange={(e) => patch({ breakpoints: [...breakpoints.filter((one) => one.kind !== "handoff"), ...(e.target.checked ? [{ kind: "handoff", name: "*" }] : [])] })} />every hand-over</label>
          <p className="st-help">Single agents and tools: press the mark on them in the graph.</p>
          <h3>People</h3>
          <label className="st-row st-small"><input type="checkbox" checked={approve} onChange={(e) => patch({ approve: e.target.checked })} />Ask me before code is run</label>
          <label className="st-field"><span className="st-label-text">Stop when nobody answers for (minutes)</span><input className="st-input" type="number" min={0} step="any" placeholder="wait for ever" value={patience || ""} onChange={(e) => patch({ patience: Number(e.target.value) || 0 })} /></label>
        </div>
      )}
    </Menu>
  );
}

function Memory() {
  const fresh = useStore((s) => s.fresh);
  const Icon = fresh ? Sparkles : History;
  return <button type="button" className="st-btn st-btn-s st-btn-ghost sc-memory" aria-pressed={fresh} title={fresh ? "The team forgets what this session has said" : "The team remembers what this session has said"} onClick={() => patch({ fresh: !fresh })}><Icon aria-hidden="true" /><span>{fresh ? "Starts fresh" : "Remembers"}</span></button>;
}

export function Composer({ log, run, ready, follow }) {
  const { draft, edit, outbox } = useStore((s) => ({ draft: s.draft, edit: s.edit, outbox: s.outbox }));
  const { files, add, remove, clear, sending, broken, attachments } = useFiles();
  const [over, setOver] = useState(false);
  const box = useRef(null), input = useRef(null);
  const { status } = log;
  const running = status === "running" || status === "queued";
  const paused = status === "paused" || status === "interrupted";
  const active = running || paused || status === "waiting_input";
  const busy = outbox !== null;
  const question = openQuestionOf(log);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = Math.min(element.scrollHeight, 220) + "px";
  }, [draft, question, edit]);
  useEffect(() => { if (edit) box.current?.focus(); }, [edit]);
  const sent = useRef("");
  useEffect(() => { if (!outbox && sent.current && !draft) clear(); }, [outbox, draft]);
  const hasty = useRef(false);
  useEffect(() => { if (ready && hasty.current) submit(); }, [ready]);
  const submit = (e) => {
    e?.preventDefault();
    hasty.current = !ready;
    if (!ready || busy || sending || broken) return;
    const text = draft.trim();
    sent.current = "yes";
    if (edit) send("fork", { run_id: edit.runId, seq: edit.seq, message: draft });
    else if (running || status === "waiting_input") { if (text) send("insert", { run_id: log.runId, message: text }); }
    else if (paused) send("resume", { run_id: log.runId, ...(text ? { message: text } : {}) });
    else if (text || attachments.length) {
      const { budget, fresh, breakpoints, patience, approve } = get();
      send("start", { session_id: get().sessionId, task: draft, attachments, options: { budget: budgetOf(budget), fresh, breakpoints, question_timeout_s: patience ? patience * 60 : null, approve_code: approve } });
      patch({ fresh: false });
    }
  };
  const onKeyDown = (e) => {
    if (e.key === "Enter" && !e.shiftKey && !e.ctrlKey && !e.metaKey && !e.nativeEvent.isComposing) submit(e);
    else if (e.key === "ArrowUp" && !draft && run?.task?.[0]?.content) { e.preventDefault(); patch({ draft: String(run.task[0].content) }); }
  };
  const onPaste = (e) => {
    const list = [...e.clipboardData.files];
    const text = e.clipboardData.getData("text/plain");
    if (!list.length && text.length > LONG_PASTE && !active) list.push(new File([text], "pasted.txt", { type: "text/plain" }));
    if (list.length && !active) { e.preventDefault(); add(list); }
  };
  const hint = edit ? `What ${spoken(edit.source)} should have said` : paused ? "Say something and go on, or just go on" : active ? "Break in: the team hears it before its next turn" : follow ? "What next?" : "What should the team do?";
  return (
    <div className="sc" data-over={over || undefined} onDragOver={(e) => { if (!active) { e.preventDefault(); setOver(true); } }} onDragLeave={() => setOver(false)} onDrop={(e) => { e.preventDefault(); setOver(false); if (!active) add([...e.dataTransfer.files]); }}>
      <div className="sf-column">
        {question ? <QuestionForm key={question.body.request_id} question={question.body} until={untilOf(question, run)} busy={busy} onAnswer={(value, attachments) => send("answer", { run_id: log.runId, request_id: question.body.request_id, value, attachments })} /> : (
          <form className="sc-box" onSubmit={submit}>
            {edit ? <div className="sc-edit"><span>Say this differently and go on from there, as a fork. The run as it was stays.</span><button type="button" className="sf-tiny" aria-label="Leave it as it was" onClick={() => patch({ edit: null, draft: "" })}><X aria-hidden="true" /></button></div> : null}
            <Chips files={files} onRemove={remove} />
            <textarea ref={box} rows={1} value={draft} placeholder={hint} aria-label={hint} onChange={(e) => patch({ draft: e.target.value })} onKeyDown={onKeyDown} onPaste={onPaste} />
            <div className="sc-tools">
              {!active && !edit ? <button type="button" className="st-btn st-btn-s st-btn-ghost st-btn-icon" aria-label="Attach files" title="Attach files" onClick={() => input.current.click()}><Paperclip aria-hidden="true" /></button> : null}
              <input ref={input} type="file" hidden multiple accept={ACCEPT} aria-label="Attach files" onChange={(e) => { add([...e.target.files]); e.target.value = ""; }} />
              {!active && !edit ? <Options /> : null}
              {!active && !edit && follow ? <Memory /> : null}
              <span className="sc-hint">{broken ? "Remove the file that cannot be attached." : "Enter sends, Shift+Enter begins a new line"}</span>
              {running && !draft.trim() && !edit
                ? <button type="button" className="st-btn st-btn-s" onClick={() => command("stop", { run_id: log.runId })}><CircleStop aria-hidden="true" />{log.code === "stopping" ? "Stopping" : "Stop"}</button>
                : <button type="submit" className="st-btn st-btn-s st-btn-primary" disabled={!ready || busy || sending || broken || (!paused && !draft.trim() && !files.length)}>{busy ? <LoaderCircle className="st-spin" aria-hidden="true" /> : active && !paused ? <CornerDownLeft aria-hidden="true" /> : <Play aria-hidden="true" />}{edit ? "Fork and run" : paused ? "Resume" : active ? "Send" : "Run"}</button>}
            </div>
          </form>
        )}
      </div>
    </div>
  );
}
