import { direct } from '#core/geodesy';
import type { FieldBookPoint, Geometry, Position } from '#core/protocol';

/** Labels and ellipses of more points cover the map: none are drawn then. */
export const MOST_ELLIPSES = 300;
const CORNERS = 36;
/** The half axis of the largest ellipse, as a part of the extent of the points. */
const LARGEST = 1 / 20;

/** How many times the error ellipses are enlarged on the map: 1, 2 or 5 times a power of ten. Undefined: none is drawn. */
export function ellipseScale(points: readonly FieldBookPoint[]): number | undefined {
  const placed = points.filter(({ position }) => position);
  if (placed.length > MOST_ELLIPSES) return undefined;
  const largest = Math.max(0, ...placed.map(({ ellipse }) => ellipse?.major ?? 0));
  const extent = extentOf(placed.map(({ position }) => position!));
  return largest === 0 || extent === 0 ? undefined : roundDown((extent * LARGEST) / largest);
}

/** The error ellipses of the points as rings, enlarged alike. */
export function drawnEllipses(points: readonly FieldBookPoint[]): Geometry[] {
  const scale = ellipseScale(points);
  if (scale === undefined) return [];
  return points.flatMap(({ ellipse, position }): Geometry[] => {
    if (!position || !ellipse || ellipse.major === 0) return [];
    const coordinates = Array.from({ length: CORNERS + 1 }, (_, n): Position => {
      const angle = (n / CORNERS) * 2 * Math.PI;
      const along = ellipse.major * scale * Math.cos(angle);
      const across = ellipse.minor * scale * Math.sin(angle);
      const azimuth = ellipse.azimuth + (Math.atan2(across, along) * 180) / Math.PI;
      return direct(position, azimuth, Math.hypot(along, across));
    });
    return [{ type: 'LineString', coordinates }];
  });
}

function roundDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [5, 2, 1].find((step) => step * power <= value)! * power;
}

/** Metres from corner to corner, roughly: only for the size of what is drawn. */
function extentOf(positions: readonly Position[]): number {
  const span = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  if (positions.length < 2) return 0;
  const narrower = Math.cos((positions[0]![1] * Math.PI) / 180);
  const [x, y] = [span(positions.map(([lon]) => lon)), span(positions.map(([, lat]) => lat))];
  return Math.hypot(x * narrower, y) * 111_320;
}
