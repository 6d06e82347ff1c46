// A field for a key: it holds the name of a secret, and the key itself goes to the server's safe.
import { useEffect, useState } from "react";
import { KeyRound, TriangleAlert } from "lucide-react";
import { loadSecretNames, saveSecret } from "../../canvas/component/api.js";

const REFERENCE = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/;
const NAMES = { OpenAIChatCompletionClient: "OPENAI_API_KEY", AnthropicChatCompletionClient: "ANTHROPIC_API_KEY", AzureOpenAIChatCompletionClient: "AZURE_OPENAI_API_KEY" };

export function SecretInput({ value, onChange, suggested, nullable, ...rest }) {
  const [names, setNames] = useState([]);
  const [key, setKey] = useState("");
  const [name, setName] = useState("");
  const [adding, setAdding] = useState(false);
  const [error, setError] = useState("");
  const load = () => loadSecretNames().then(setNames, () => {});
  useEffect(() => { load(); }, []);
  const used = REFERENCE.exec(value ?? "")?.[1] ?? "";
  const bare = value && !used;
  const offered = [...new Set([...names, ...(used ? [used] : []), ...(suggested ? [suggested] : [])])].sort();
  const keep = async () => {
    try {
      await saveSecret(name, key);
      onChange("${" + name + "}");
      setAdding(false);
      setKey("");
      setError("");
      load();
    } catch (problem) {
      setError(problem.message);
    }
  };
  return (
    <div className="sb-secret">
      <div className="sb-row">
        <select className="st-select" {...rest} value={bare ? "\u0000bare" : used} onChange={(e) => onChange(e.target.value ? "${" + e.target.value + "}" : nullable ? null : "")}>
          <option value="">No key</option>
          {bare ? <option value={"\u0000bare"}>Written into the team</option> : null}
          {offered.map((item) => <option key={item} value={item}>{item}{names.includes(item) ? "" : " (not kept here)"}</option>)}
        </select>
        <button type="button" className="st-btn st-btn-s" aria-expanded={adding} onClick={() => { setAdding(!adding); setName(used || suggested || ""); if (bare) setKey(value); }}><KeyRound aria-hidden="true" />Enter key</button>
      </div>
      {bare ? <p className="sb-warn"><TriangleAlert aria-hidden="true" />The key stands in the team itself and goes wherever the team goes. Press “Enter key” to keep it apart.</p> : null}
      {used && names.length > 0 && !names.includes(used) ? <p className="sb-help">Looked up in the environment; enter the key to keep it here.</p> : null}
      {adding ? (
        <div className="sb-box">
          <input className="st-input st-mono" aria-label="Name of the key" placeholder="OPENAI_API_KEY" value={name} onChange={(e) => setName(e.target.value.toUpperCase().replace(/[^A-Z0-9_]/g, "_"))} />
          <input className="st-input" type="password" aria-label="Key" placeholder="Paste the key" autoComplete="off" value={key} onChange={(e) => setKey(e.target.value)} />
          <div className="sb-row"><button type="button" className="st-btn st-btn-s st-btn-primary" disabled={!key || !name} onClick={keep}>Keep key</button>
            <button type="button" className="st-btn st-btn-s st-btn-ghost" onClick={() => setAdding(false)}>Cancel</button></div>
          {error ? <p className="sb-error" role="alert">{error}</p> : <p className="sb-help">Kept encrypted on this server. The team only holds its name.</p>}
        </div>
      ) : null}
    </div>
  );
}

export const suggestedName = (provider) => NAMES[(provider ?? "").split(".").pop()] ?? "";
