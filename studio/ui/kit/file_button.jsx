// A button that opens a file, and a drop zone around whatever it holds: text goes to Python as one event.
import { useRef, useState } from "react";
import { Upload } from "lucide-react";

const LIMIT = 12 * 1024 * 1024;

export function FileButton({ label = "Import a file", accept = ".json,.yaml,.yml", primary = false, onFile, onRefused }) {
  const input = useRef(null);
  const [over, setOver] = useState(false);
  const take = async (file) => {
    if (!file) return;
    if (file.size > LIMIT) { onRefused?.(`${file.name} is larger than 12 MB.`); return; }
    onFile(file.name, await file.text());
  };
  return (
    <>
      <button type="button" className={"st-btn" + (primary ? " st-btn-primary" : "")} data-over={over}
        style={over ? { borderColor: "var(--st-focus)", background: "var(--st-accent-soft)" } : undefined}
        onClick={() => input.current.click()}
        onDragOver={(e) => { e.preventDefault(); setOver(true); }} onDragLeave={() => setOver(false)}
        onDrop={(e) => { e.preventDefault(); setOver(false); take(e.dataTransfer.files[0]); }}>
        <Upload aria-hidden="true" />{label}
      </button>
      <input ref={input} type="file" accept={accept} hidden aria-label={label} onChange={(e) => { take(e.target.files[0]); e.target.value = ""; }} />
    </>
  );
}
