// The button in the top bar that opens the Versions view, and the chip of the published version.
import { History, Radio } from "lucide-react";
import { patch, useStore } from "../../../canvas/component/store.js";

export function VersionsButton() {
  const published = useStore((s) => s.published);
  return (
    <>
      {published ? <button type="button" className="sb-chip sb-published" title="Endpoints and sessions may follow this version" onClick={() => patch({ versions: published })}><Radio aria-hidden="true" /><span>Published: version {published}</span></button> : null}
      <button type="button" className="st-btn st-btn-ghost st-btn-icon" title="Versions" aria-label="Versions" onClick={() => patch({ versions: true })}><History aria-hidden="true" /></button>
    </>
  );
}
