import type { Api } from '#core/api';
import { loadCrs, project, unproject, type Vector } from '#core/geodesy';
import { AppError } from '#core/kernel';
import {
  CloudFrameReader,
  listPointclouds,
  queryPointcloud,
  type CloudColumns,
  type CloudQueryHead,
  type CloudRegion,
} from '#core/protocol';
import type { LocalFrame } from '../local-frame.ts';
import { zoneOf } from '../on-cloud.ts';

/** Rings around the camera, metres: farther points can be farther apart, and cover as much of the picture. */
const RINGS = [
  { from: 0, to: 12, spacing: 0.04 },
  { from: 12, to: 40, spacing: 0.12 },
  { from: 40, to: 120, spacing: 0.35 },
] as const;
/** Of one ring of one cloud. */
const MOST_POINTS = 120_000;
/** Of a project. */
const MOST_CLOUDS = 20;
/** Metres over which the axes of the CRS are taken for those at the camera: less than 2 mm wrong at 120 m. */
const CHORD = 60;

/** Points of clouds around a camera. */
export interface PointsAround {
  /** East, north and up of the camera, three numbers each. */
  readonly places: Float32Array;
  /** Red, green and blue. */
  readonly colours: Uint8Array;
  /** Metres that each covers. */
  readonly sizes: Float32Array;
  readonly clouds: readonly string[];
  /** Whether a limit has left out points. */
  readonly isThinned: boolean;
}

interface Sink {
  readonly places: number[];
  readonly colours: number[];
  readonly sizes: number[];
}

/** Loads the points of the project's clouds around a camera whose height is known. Throws AppError. */
export async function loadPointsAround(
  api: Pick<Api, 'call' | 'stream'>,
  projectId: string,
  frame: LocalFrame,
  signal: AbortSignal,
): Promise<PointsAround> {
  const crs = zoneOf(frame.place);
  await loadCrs(crs);
  const { data } = await api.call(
    listPointclouds,
    { headers: { projectid: projectId }, query: { paginate: 500 } },
    { signal },
  );
  const ready = data.filter(({ state, viewCrs }) => state === 'ready' && viewCrs !== null);
  const sink: Sink = { places: [], colours: [], sizes: [] };
  const clouds: string[] = [];
  let isThinned = ready.length > MOST_CLOUDS;
  for (const { id, name } of ready.slice(0, MOST_CLOUDS)) {
    const before = sink.sizes.length;
    for (const ring of RINGS) {
      const start = sink.sizes.length;
      isThinned = (await loadRing(api, id, crs, frame, ring, sink, signal)) || isThinned;
      const count = (sink.places.length - start * 3) / 3;
      const size = spacingOf(sink.places.slice(start * 3), ring.spacing * 2);
      for (let i = 0; i < count; i++) sink.sizes.push(size);
    }
    if (sink.sizes.length > before) clouds.push(name);
  }
  return {
    places: Float32Array.from(sink.places),
    colours: Uint8Array.from(sink.colours),
    sizes: Float32Array.from(sink.sizes),
    clouds,
    isThinned,
  };
}

/** Whether a limit has left out points. */
async function loadRing(
  api: Pick<Api, 'stream'>,
  id: string,
  crs: string,
  frame: LocalFrame,
  { from, to, spacing }: (typeof RINGS)[number],
  sink: Sink,
  signal: AbortSignal,
): Promise<boolean> {
  const [x, y] = project(crs, frame.place);
  const z = frame.place[2]!;
  const box = (half: number): CloudRegion => ({
    kind: 'box',
    min: [x - half, y - half, z - half],
    max: [x + half, y + half, z + half],
  });
  const stream = await api.stream(
    queryPointcloud,
    {
      params: { id },
      query: { crs },
      body: {
        inside: [box(to)],
        ...(from > 0 && { outside: [box(from)] }),
        attributes: ['rgb', 'intensity'],
        spacing,
        limit: MOST_POINTS,
        answer: 'binary',
      },
    },
    { signal },
  );
  const toLocal = axesAt(frame, crs);
  const frames = new CloudFrameReader();
  const reader = stream.getReader();
  let head: CloudQueryHead | undefined;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      for (const one of frames.read(part.value))
        if (one.kind === 'head') head = one.head;
        else if (one.kind === 'end') return one.end.stoppedBy === 'points' || one.end.stoppedBy === 'time';
        else if (head) addPoints(one.points, head, toLocal, sink);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  throw new AppError('cut-off', 'The answer of the server ended early.');
}

function addPoints(
  { count, positions, rgb, intensity }: CloudColumns,
  { scale, offset }: CloudQueryHead,
  toLocal: (coordinates: Vector) => Vector,
  { places, colours }: Sink,
): void {
  for (let i = 0; i < count; i++) {
    const at = (axis: 0 | 1 | 2) => positions[3 * i + axis]! * scale[axis] + offset[axis];
    places.push(...toLocal([at(0), at(1), at(2)]));
    colours.push(...colourOf(rgb?.subarray(3 * i, 3 * i + 3), intensity?.[i] ?? 0, places.at(-1)!));
  }
}

/** As it is stored; else by intensity, of 16 bits; else by the height over the camera, from blue to yellow. */
function colourOf(rgb: ArrayLike<number> | undefined, intensity: number, up: number): number[] {
  if (rgb && (rgb[0] || rgb[1] || rgb[2])) return [rgb[0]!, rgb[1]!, rgb[2]!];
  if (intensity > 0) return Array<number>(3).fill(60 + Math.min(195, intensity >> 8));
  const part = Math.min(1, Math.max(0, (up + 3) / 15));
  return [60 + 190 * part, 90 + 130 * part, 200 - 150 * part];
}

/** From coordinates of a CRS to east, north and up of a camera, straight over the few metres around it. */
function axesAt(frame: LocalFrame, crs: string): (coordinates: Vector) => Vector {
  const [x, y] = project(crs, frame.place);
  const start: Vector = [x, y, frame.place[2] ?? 0];
  const towards = (step: Vector): Vector => {
    const to = [start[0] + step[0], start[1] + step[1], start[2] + step[2]] as const;
    const [longitude, latitude] = unproject(crs, to);
    return frame.toLocal([longitude, latitude, to[2]]);
  };
  const axes = ([0, 1, 2] as const).map((axis) => {
    const step = (by: number) => towards([0, 1, 2].map((k) => (k === axis ? by : 0)) as unknown as Vector);
    const [before, after] = [step(-CHORD), step(CHORD)];
    return after.map((value, k) => (value - before[k]!) / (2 * CHORD));
  });
  return (coordinates) => {
    const by = coordinates.map((value, k) => value - start[k]!);
    return [0, 1, 2].map((k) =>
      axes.reduce((sum, axis, n) => sum + axis[k]! * by[n]!, 0),
    ) as unknown as Vector;
  };
}

/** How far apart points are, metres: not less than `least`, where a cloud is as dense as was asked for, nor more than a metre. */
export function spacingOf(places: readonly number[], least: number): number {
  const count = places.length / 3;
  for (let size = least; size < 1; size *= 2) {
    const cells = new Set<string>();
    for (let i = 0; i < count; i++) {
      const cell = (axis: number) => Math.floor(places[3 * i + axis]! / size);
      cells.add(`${cell(0)},${cell(1)},${cell(2)}`);
    }
    // Points at this distance from each other are about one in a cell; with larger cells there are more.
    if (count / cells.size >= 1.5) return size;
  }
  return Math.max(least, 1);
}
