import type { FlatGeometry } from '../../../formats/flat.ts';

const HALF = 180;
const TURN = 360;
/** Longitudes are followed at most twice around. */
const MAX_LONGITUDE = 540;

/**
 * Splits geometries at the antimeridian (RFC 7946, 3.1.9) into parts from -180 to 180, for longitudes beyond 180° and
 * edges that jump. An edge of more than 180° is taken as the short way round. Polygons around a pole are extended to
 * it. Split polygons may have edges along the cut that still need to be made valid. Returns `whole` when nothing had
 * to be done, `lost` when the numbers are not longitudes.
 */
export function cutAtAntimeridian(geometry: FlatGeometry): 'whole' | 'cut' | 'lost' {
  if (!crosses(geometry)) return 'whole';
  const { flat, size, stride } = geometry;
  for (let i = 0; i < size; i += stride) if (Math.abs(flat[i]!) > MAX_LONGITUDE) return 'lost';
  const source = geometry.copy();
  if (geometry.type === 'Point' || geometry.type === 'MultiPoint') wrapPoints(geometry);
  else if (geometry.polygonal) cutPolygons(source, geometry);
  else cutLines(source, geometry);
  return geometry.size === 0 ? 'lost' : 'cut';
}

function crosses({ flat, stride, ends, type }: FlatGeometry): boolean {
  const points = type === 'Point' || type === 'MultiPoint';
  let from = 0;
  for (const end of ends) {
    for (let i = from; i < end; i += stride) {
      if (Math.abs(flat[i]!) > HALF) return true;
      if (!points && i > from && jumps(flat[i]! - flat[i - stride]!)) return true;
    }
    from = end;
  }
  return false;
}

/** Exactly -180 to 180 is not a jump: boxes of the whole world are drawn that way. */
const jumps = (step: number): boolean => Math.abs(step) > HALF && Math.abs(step) < TURN;

function wrapPoints({ flat, size, stride }: FlatGeometry): void {
  for (let i = 0; i < size; i += stride) flat[i] = wrapped(flat[i]!);
}

function wrapped(longitude: number): number {
  if (Math.abs(longitude) <= HALF) return longitude;
  return longitude - TURN * Math.round(longitude / TURN);
}

type CoordinateTriple = [number, number, number];

function runOf(source: FlatGeometry, run: number): CoordinateTriple[] {
  const { flat, stride, ends } = source;
  const positions: CoordinateTriple[] = [];
  for (let i = run > 0 ? ends[run - 1]! : 0; i < ends[run]!; i += stride)
    positions.push([flat[i]!, flat[i + 1]!, stride === 3 ? flat[i + 2]! : 0]);
  return positions;
}

/** Makes longitudes continuous: they may exceed ±180. */
function unwrap(positions: CoordinateTriple[]): CoordinateTriple[] {
  const jumping = positions.some((position, i) => i > 0 && jumps(position[0] - positions[i - 1]![0]));
  let offset = 0;
  return positions.map(([x, y, z], i) => {
    if (i > 0) {
      const step = x - positions[i - 1]![0];
      if (jumps(step) || (jumping && Math.abs(step) === TURN)) offset -= Math.sign(step) * TURN;
    }
    return [x + offset, y, z];
  });
}

function bounds(positions: readonly CoordinateTriple[]): [number, number] {
  let [west, east] = [Infinity, -Infinity];
  for (const [x] of positions) {
    if (x < west) west = x;
    if (x > east) east = x;
  }
  return [west, east];
}

/** Numbers of the 360° strips from `west` to `east`; 0 is -180 to 180. */
function strips(west: number, east: number): number[] {
  const first = Math.floor((west + HALF) / TURN);
  const last = Math.ceil((east - HALF) / TURN);
  const numbers: number[] = [];
  for (let k = first; k <= Math.max(first, last); k++) numbers.push(k);
  return numbers;
}

function put(into: FlatGeometry, positions: readonly CoordinateTriple[], shift: number): void {
  for (const [x, y, z] of positions) into.push(Math.min(HALF, Math.max(-HALF, x - shift)), y, z);
  into.endRun();
}

function at(a: CoordinateTriple, b: CoordinateTriple, x: number): CoordinateTriple {
  const part = (x - a[0]) / (b[0] - a[0]);
  return [x, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part];
}

function cutLines(source: FlatGeometry, into: FlatGeometry): void {
  into.reset('LineString', source.stride);
  for (let r = 0; r < source.ends.length; r++) {
    const line = unwrap(runOf(source, r));
    let part: CoordinateTriple[] = [line[0]!];
    let strip = Math.floor((line[0]![0] + HALF) / TURN);
    // A line that begins on the edge of a strip belongs to the strip it enters.
    if (line[0]![0] === strip * TURN - HALF && line[1]![0] < line[0]![0]) strip--;
    for (let i = 1; i < line.length; i++) {
      let from = line[i - 1]!;
      const to = line[i]!;
      for (;;) {
        const edge = strip * TURN + (to[0] > from[0] ? HALF : -HALF);
        if (to[0] > from[0] ? to[0] <= edge : to[0] >= edge) break;
        const cut = at(from, to, edge);
        part.push(cut);
        if (part.length > 1 && !same(part)) put(into, part, strip * TURN);
        strip += to[0] > from[0] ? 1 : -1;
        part = [cut];
        from = cut;
      }
      part.push(to);
    }
    if (part.length > 1 && !same(part)) put(into, part, strip * TURN);
  }
  into.chooseType();
}

function same(positions: readonly CoordinateTriple[]): boolean {
  return positions.every(([x, y]) => x === positions[0]![0] && y === positions[0]![1]);
}

function cutPolygons(source: FlatGeometry, into: FlatGeometry): void {
  into.reset('Polygon', source.stride);
  let r = 0;
  for (const end of source.polygons) {
    const shell = aroundPole(unwrap(runOf(source, r++)));
    const [west, east] = bounds(shell);
    const holes: CoordinateTriple[][] = [];
    for (; r < end; r++) holes.push(movedToShell(unwrap(runOf(source, r)), west, east));
    for (const strip of strips(west, east)) {
      const [from, to] = [strip * TURN - HALF, strip * TURN + HALF];
      const outer = clip(shell, from, to);
      if (!outer) continue;
      put(into, outer, strip * TURN);
      for (const hole of holes) {
        const inner = clip(hole, from, to);
        if (inner) put(into, inner, strip * TURN);
      }
      into.endPolygon();
    }
  }
  into.chooseType();
}

/** Moves a hole by whole turns to its shell. */
function movedToShell(hole: CoordinateTriple[], west: number, east: number): CoordinateTriple[] {
  const [from, to] = bounds(hole);
  const middle = (from + to) / 2;
  const shift = middle < west || middle > east ? Math.round(((west + east) / 2 - middle) / TURN) * TURN : 0;
  return hole.map(([x, y, z]) => [x + shift, y, z]);
}

/** A ring that ends a turn from its start goes around a pole, the nearer one; it is closed along the pole. */
function aroundPole(ring: CoordinateTriple[]): CoordinateTriple[] {
  const first = ring[0]!;
  const last = ring[ring.length - 1]!;
  const turn = Math.round((last[0] - first[0]) / TURN) * TURN;
  if (turn === 0) return ring;
  const pole = ring.reduce((sum, [, y]) => sum + y, 0) >= 0 ? 90 : -90;
  const open = ring.slice(0, -1);
  // Starts at the antimeridian, so that the way to the pole lies on it and leaves no seam.
  const after = (i: number): CoordinateTriple => (i + 1 < open.length ? open[i + 1]! : moved(open[0]!, turn));
  const strip = (x: number) => Math.floor((x - HALF) / TURN);
  const start = open.findIndex((position, i) => strip(position[0]) !== strip(after(i)[0]));
  if (start < 0) return [...ring, [last[0], pole, last[2]], [first[0], pole, first[2]], first];
  const [a, b] = [open[start]!, after(start)];
  const seam = at(a, b, Math.max(strip(a[0]), strip(b[0])) * TURN + HALF);
  const rest = [
    ...open.slice(start + 1),
    ...open.slice(0, start + 1).map((position) => moved(position, turn)),
  ];
  const end = moved(seam, turn);
  return [seam, ...rest, end, [end[0], pole, end[2]], [seam[0], pole, seam[2]], seam];
}

function moved([x, y, z]: CoordinateTriple, by: number): CoordinateTriple {
  return [x + by, y, z];
}

/** Sutherland and Hodgman (1974) against two meridians; undefined when nothing of the ring lies between them. */
function clip(ring: readonly CoordinateTriple[], west: number, east: number): CoordinateTriple[] | undefined {
  const open = ring.slice(0, -1);
  const eastOf = half(open, (x) => x >= west, west);
  const between = half(eastOf, (x) => x <= east, east);
  if (between.length < 3) return undefined;
  const [from, to] = bounds(between);
  return from === to ? undefined : [...between, between[0]!];
}

function half(
  ring: readonly CoordinateTriple[],
  keeps: (x: number) => boolean,
  edge: number,
): CoordinateTriple[] {
  const positions: CoordinateTriple[] = [];
  for (let i = 0; i < ring.length; i++) {
    const a = ring[(i + ring.length - 1) % ring.length]!;
    const b = ring[i]!;
    if (keeps(a[0]) !== keeps(b[0])) positions.push(at(a, b, edge));
    if (keeps(b[0])) positions.push(b);
  }
  return positions;
}
