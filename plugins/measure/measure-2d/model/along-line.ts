import type { Position } from '#core/protocol';
import { nearestOnEdge } from '#core/shapes';
import type { Metric } from '#core/sketch';

export interface ChainagePoint {
  /** The foot of the perpendicular on the line. */
  readonly foot: Position;
  /** Metres along the line from its start. */
  readonly chainage: number;
  /** Metres from the line: positive to its right in the direction of the line. */
  readonly offset: number;
}

/** How many of the nearest segments are measured exactly. */
const CANDIDATES = 3;
/** Tolerance of the foot, metres. */
const STILL = 1e-7;

/** Chainage and offset of a position along a line of at least two vertices; beyond its ends, those of the end. */
export function footOn(
  line: readonly Position[],
  place: Position,
  metric: Metric,
): ChainagePoint | undefined {
  let best: { foot: Position; leg: number; along: number; offset: number } | undefined;
  for (const leg of nearestLegs(line, place)) {
    const found = footOnLeg(line[leg]!, line[leg + 1]!, place, metric);
    if (found && (!best || Math.abs(found.offset) < Math.abs(best.offset))) best = { ...found, leg };
  }
  if (!best) return undefined;
  return {
    foot: best.foot,
    chainage: metric.length(line.slice(0, best.leg + 1)) + best.along,
    offset: best.offset,
  };
}

/** The foot of the perpendicular: moved along the segment by the remaining distance until that vanishes. */
function footOnLeg(
  from: Position,
  to: Position,
  place: Position,
  metric: Metric,
): { foot: Position; along: number; offset: number } | undefined {
  const { length, azimuth } = metric.segment(from, to);
  if (!(length > 0)) return undefined;
  let along = 0;
  for (let i = 0; ; i++) {
    const foot = along === 0 ? from : along === length ? to : metric.direct(from, azimuth, along);
    // The direction of a geodesic changes along it; it is most accurate towards the farther end.
    const ahead =
      along < length / 2 ? metric.segment(foot, to).azimuth : metric.segment(foot, from).azimuth + 180;
    const sight = metric.segment(foot, place);
    const angle = ((sight.azimuth - ahead) * Math.PI) / 180;
    const next = Math.min(length, Math.max(0, along + sight.length * Math.cos(angle)));
    if (Math.abs(next - along) < STILL || i === 20)
      return { foot, along, offset: Math.sign(Math.sin(angle)) * sight.length };
    along = next;
  }
}

/** Indexes of the segments nearest to a position, by distance in degrees with longitudes scaled by the latitude. */
function nearestLegs(line: readonly Position[], place: Position): number[] {
  const shortened = Math.cos((place[1] * Math.PI) / 180);
  const flat = line.map(([longitude, latitude]): [number, number] => {
    const east = longitude - place[0];
    return [(east - Math.round(east / 360) * 360) * shortened, latitude - place[1]];
  });
  return flat
    .slice(1)
    .map((to, leg) => ({ leg, distance: nearestOnEdge([0, 0], flat[leg]!, to).distance }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, CANDIDATES)
    .map(({ leg }) => leg);
}
