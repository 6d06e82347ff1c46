// A small picture of a team: boxes where the canvas has them, lines between them.
const W = 240, H = 112, BOX_W = 36, BOX_H = 16;

export function TeamPicture({ picture }) {
  const nodes = picture?.nodes ?? [], edges = picture?.edges ?? [];
  if (!nodes.length) return null;
  const xs = nodes.map((n) => n.x), ys = nodes.map((n) => n.y);
  const x0 = Math.min(...xs), y0 = Math.min(...ys);
  const sx = (W - BOX_W - 16) / Math.max(1, Math.max(...xs) - x0), sy = (H - BOX_H - 16) / Math.max(1, Math.max(...ys) - y0);
  const at = Object.fromEntries(nodes.map((n) => [n.id, {
    x: xs.every((x) => x === x0) ? W / 2 : 8 + BOX_W / 2 + (n.x - x0) * sx,
    y: ys.every((y) => y === y0) ? H / 2 : 8 + BOX_H / 2 + (n.y - y0) * sy, kind: n.kind,
  }]));
  return (
    <svg viewBox={`0 0 ${W} ${H}`} width="100%" height={H} aria-hidden="true" style={{ background: "var(--st-sunken)", borderRadius: 6 }}>
      {edges.filter((e) => at[e.source] && at[e.target]).map((e) => {
        const a = at[e.source], b = at[e.target], mid = (a.x + b.x) / 2;
        return <path key={e.id} d={`M${a.x} ${a.y} C ${mid} ${a.y}, ${mid} ${b.y}, ${b.x} ${b.y}`} fill="none" stroke="var(--st-border-strong)" strokeWidth="1.5" />;
      })}
      {nodes.map((n) => (
        <g key={n.id} data-kind={n.kind}>
          <rect x={at[n.id].x - BOX_W / 2} y={at[n.id].y - BOX_H / 2} width={BOX_W} height={BOX_H} rx="5" fill="var(--kind-soft)" stroke="var(--kind-solid)" />
          <circle cx={at[n.id].x - BOX_W / 2 + 9} cy={at[n.id].y} r="3.5" fill="var(--kind-solid)" />
          <rect x={at[n.id].x - BOX_W / 2 + 15} y={at[n.id].y - 1.5} width={BOX_W - 21} height="3" rx="1.5" fill="var(--kind-solid)" opacity="0.5" />
        </g>
      ))}
    </svg>
  );
}
