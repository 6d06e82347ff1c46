// What the playground shows when no session is open: teams to begin with.
import { Link } from "react-router";
import { MessagesSquare, Plus } from "lucide-react";
import { command } from "../../../feed/component/store.js";

export function Start({ teams }) {
  return (
    <div className="st-scroll">
      <div className="sp-start">
        <MessagesSquare aria-hidden="true" />
        <h1>Whom do you want to talk to?</h1>
        {teams.length ? (
          <>
            <p className="st-muted">A session is a conversation with a team. It stays on the server, also when this tab is closed.</p>
            <div className="st-grid">
              {teams.map((team) => (
                <button key={team.id} type="button" className="st-card st-card-link" onClick={() => command("create", { team_id: team.id })}>
                  <h3 className="st-truncate">{team.name}</h3><span className="st-small st-muted st-clamp-2">{team.detail}</span>
                </button>
              ))}
            </div>
          </>
        ) : (
          <>
            <p className="st-muted">There is no team yet. The templates on the home page need no key.</p>
            <div className="st-row"><Link className="st-btn st-btn-primary" to="/">Choose a template</Link><Link className="st-btn" to="/build"><Plus aria-hidden="true" />Build a team</Link></div>
          </>
        )}
      </div>
    </div>
  );
}
