// Files on their way to the server, and the chips that show them.
import { useState } from "react";
import { LoaderCircle, Paperclip, X } from "lucide-react";
import { upload } from "./api.js";

export const ACCEPT = ".txt,.md,.csv,.json,.yaml,.yml,.xml,.html,.py,.js,.pdf,.png,.jpg,.jpeg,.gif,.webp,text/*";

export function useFiles() {
  const [files, setFiles] = useState([]);
  const add = (list) => {
    for (const file of list) {
      const key = file.name + file.size + Math.random();
      const preview = file.type.startsWith("image/") ? URL.createObjectURL(file) : "";
      setFiles((all) => [...all, { key, name: file.name, preview, state: "sending" }]);
      const set = (changes) => setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
      upload(file).then((kept) => set({ state: "ready", digest: kept.digest, media_type: kept.media_type }), (error) => set({ state: "failed", problem: [error.message, error.hint].filter(Boolean).join(" ") }));
    }
  };
  const remove = (key) => setFiles((all) => all.filter((one) => one.key !== key || (one.preview && URL.revokeObjectURL(one.preview))));
  return {
    files, add, remove,
    clear: () => setFiles([]),
    sending: files.some((file) => file.state === "sending"),
    broken: files.some((file) => file.state === "failed"),
    attachments: files.map(({ name, digest, media_type }) => ({ name, digest, media_type })),
  };
}

export function Chips({ files, onRemove }) {
  if (!files.length) return null;
  return (
    <ul className="sc-files">
      {files.map((file) => (
        <li key={file.key} data-state={file.state} title={file.problem}>
          {file.preview ? <img src={file.preview} alt="" /> : file.state === "sending" ? <LoaderCircle className="st-spin" aria-label="Uploading" /> : <Paperclip aria-hidden="true" />}
          <span className="st-truncate">{file.problem ?? file.name}</span>
          <button type="button" className="sf-tiny" aria-label={"Remove " + file.name} onClick={() => onRemove(file.key)}><X aria-hidden="true" /></button>
        </li>
      ))}
    </ul>
  );
}
