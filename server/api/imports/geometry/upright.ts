import { FlatGeometry } from '../../../formats/flat.ts';

/** Degrees from the vertical plane: a tenth of a millimetre on the ground. */
const TOLERANCE = 1e-9;

/**
 * Projects an upright polygon, such as a façade, to its own plane: distance along its base, and height. Undefined for
 * others. Seen from above it would be a line traversed back and forth, which is not a valid area.
 */
export function fromTheSide(geometry: FlatGeometry): FlatGeometry | undefined {
  const { flat, size, stride, ends, polygons } = geometry;
  if (!geometry.polygonal || stride !== 3) return undefined;
  const [x0, y0] = [flat[0]!, flat[1]!];
  let [dx, dy, farthest] = [0, 0, 0];
  for (let i = stride; i < size; i += stride) {
    const away = Math.hypot(flat[i]! - x0, flat[i + 1]! - y0);
    if (away > farthest) [dx, dy, farthest] = [flat[i]! - x0, flat[i + 1]! - y0, away];
  }
  if (farthest <= TOLERANCE) return undefined;
  const side = new FlatGeometry().reset(geometry.type, 2);
  for (let i = 0; i < size; i += stride) {
    const [x, y] = [flat[i]! - x0, flat[i + 1]! - y0];
    if (Math.abs(x * dy - y * dx) > TOLERANCE * farthest) return undefined;
    side.push((x * dx + y * dy) / farthest, flat[i + 2]!);
  }
  side.ends = ends.map((end) => (end / stride) * 2);
  side.polygons = [...polygons];
  return side;
}
