/**
 * A groma over the land it surveys: the cross on its staff, four plumb lines, and the grid of a centuriation in
 * perspective. Decorative.
 */
export function Emblem() {
  return (
    <svg
      className="login-emblem"
      viewBox="0 0 480 640"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      <rect className="login-sky" x="-400" y="-2000" width="1280" height="2372" />
      <g className="login-field">
        {FURROWS.map((x) => (
          <path key={x} d={`M240 372 L${x} 640`} />
        ))}
        {BALKS.map((y) => (
          <path key={y} d={`M-400 ${y} H880`} />
        ))}
        <path className="login-horizon" d="M-400 372 H880" />
      </g>
      <g className="login-groma">
        <path className="login-staff" d="M240 560 V150" />
        <path className="login-staff" d="M240 150 h34" />
        <path className="login-cross" d="M176 122 L372 170 M196 176 L352 116" />
        {PLUMBS.map(([x, y, length]) => (
          <g key={x}>
            <path className="login-line" d={`M${x} ${y} v${length}`} />
            <path className="login-bob" d={`m${x} ${y + length + 22} l-6 -18 q6 -8 12 0 z`} />
          </g>
        ))}
        <circle className="login-pivot" cx="274" cy="146" r="4" />
      </g>
    </svg>
  );
}

const FURROWS = Array.from({ length: 61 }, (_, i) => 240 + (i - 30) * 110);
/** Equal distances on the ground converge towards the horizon: 268 / n below it. */
const BALKS = Array.from({ length: 9 }, (_, i) => 372 + 268 / (i + 1));
const PLUMBS = [
  [176, 122, 190],
  [196, 176, 190],
  [352, 116, 150],
  [372, 170, 200],
] as const;
