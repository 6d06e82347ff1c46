// The catalogue of components as a hook, by provider; both spellings of a name find the same entry.
import { useEffect, useState } from "react";
import { loadCatalogue } from "../../canvas/component/api.js";

let held = null;

function index(items) {
  const found = new Map();
  for (const info of items) {
    found.set(info.provider, info);
    found.set(info.provider.replace(/^autogen_/, "studio."), info);
  }
  return found;
}

/** Map of provider to its description; null while it loads. */
export function useCatalogue() {
  const [catalogue, setCatalogue] = useState(held);
  useEffect(() => {
    if (held) return undefined;
    let gone = false;
    loadCatalogue().then((items) => { held = index(items); if (!gone) setCatalogue(held); }, () => { if (!gone) setCatalogue(new Map()); });
    return () => { gone = true; };
  }, []);
  return catalogue;
}
