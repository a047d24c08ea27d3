import { crsOf, geoidAt, project, unitOfCrs, unproject } from '#core/geodesy';
import { MAX_CONTOUR_VERTICES, MAX_LEVELS, type Position, type SurfaceContours } from '#core/protocol';
import { Unusable } from '../../base/unusable.ts';
import { useGridFiles, type GridFiles } from '../../shared/crs/grids.ts';
import { readyCrs } from '../../shared/crs/registered.ts';
import type { Gathered } from './gather.ts';
import type { SurfaceFacts } from './store.ts';
import { contours, levelsOf } from './tin/contours.ts';
import { sectionOf, type SectionSpot } from './tin/section.ts';
import { buildTin } from './tin/tin.ts';
import { bytesOf, tinOf } from './tin/tin-bytes.ts';
import type { Place } from './tin/triangles.ts';
import { factsOf, volumesBetween, volumesToHeight, type Volumes } from './tin/volumes.ts';

/** What a thread does with surfaces, which come as `bytesOf` writes them. */
export type SurfaceTask = { crs: string; grids: GridFiles } & (
  | { kind: 'build'; gathered: Gathered; longest: number | undefined; hasBorders: boolean }
  | { kind: 'triangles'; tin: Uint8Array }
  | { kind: 'contours'; tin: Uint8Array; interval: number }
  | { kind: 'volumes'; tin: Uint8Array; base: number | Uint8Array }
  | { kind: 'section'; tin: Uint8Array; line: readonly Position[] }
);
export interface SurfaceAnswers {
  build: { tin: Uint8Array; facts: SurfaceFacts };
  triangles: { places: [number, number][]; corners: number[] };
  contours: SurfaceContours;
  volumes: Volumes;
  section: SectionSpot[][];
}
export type SurfaceAnswer = SurfaceAnswers[keyof SurfaceAnswers];

/** Throws Unusable for what cannot be computed. */
export async function carryOut(task: SurfaceTask): Promise<SurfaceAnswer> {
  useGridFiles(task.grids);
  await readyCrs(task.crs);
  if (crsOf(task.crs)?.geographic ?? true) throw new Unusable('surfaces.degrees', { crs: task.crs });
  switch (task.kind) {
    case 'build':
      return build(task);
    case 'triangles': {
      const { places, heights, triangles } = tinOf(task.tin);
      return {
        places: Array.from(heights, (_, i) => fromPlane(task.crs, [places[2 * i]!, places[2 * i + 1]!])),
        corners: [...triangles],
      };
    }
    case 'contours':
      return contoursOf(task);
    case 'volumes':
      return typeof task.base === 'number'
        ? volumesToHeight(tinOf(task.tin), task.base)
        : volumesBetween(tinOf(task.tin), tinOf(task.base));
    case 'section':
      return sectionOf(
        tinOf(task.tin),
        task.line.map((position) => toPlane(task.crs, position)),
      );
  }
}

type Task<Kind> = Extract<SurfaceTask, { kind: Kind }>;

async function build({
  crs,
  gathered,
  longest,
  hasBorders,
}: Task<'build'>): Promise<SurfaceAnswers['build']> {
  const { positions, runs, objects } = gathered;
  const spots = new Float64Array(positions.length);
  const breaklines: [number, number][] = [];
  const borders: [number, number][] = [];
  let [size, flat, gaps, geoid, from] = [0, 0, 0, '', 0];
  for (const { kind, end } of runs) {
    const first = size;
    for (let i = from; i < end; i++) {
      const [longitude, latitude, height] = [positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!];
      if (Number.isNaN(height)) {
        flat++;
        continue;
      }
      const under = await geoidAt(longitude, latitude);
      geoid ||= under.model;
      const [east, north] = toPlane(crs, [longitude, latitude]);
      spots.set([east, north, height - under.height], 3 * size++);
    }
    const isWhole = size - first === end - from;
    if (kind !== 'points' && !isWhole) gaps++;
    else if (kind !== 'points') (kind === 'ring' && hasBorders ? borders : breaklines).push([first, size]);
    from = end;
  }
  const built = buildTin(
    { spots: spots.slice(0, 3 * size), breaklines, borders },
    { ...(longest && { longest }) },
  );
  if (!built || built.tin.triangles.length === 0) throw new Unusable('surfaces.too-few', { vertices: size });
  const { tin, twice, crossing } = built;
  const [vertices, triangles] = [tin.heights.length, tin.triangles.length / 3];
  const facts = { objects, vertices, triangles, ...factsOf(tin), twice, crossing, flat, gaps, geoid };
  return { tin: bytesOf(tin), facts };
}

async function contoursOf({ crs, tin: bytes, interval }: Task<'contours'>): Promise<SurfaceContours> {
  const tin = tinOf(bytes);
  const levels = levelsOf(tin, interval);
  if (!levels) throw new Unusable('surfaces.too-many-levels', { most: MAX_LEVELS });
  const lines = contours(tin, levels);
  if (lines.reduce((sum, { line }) => sum + line.length, 0) > MAX_CONTOUR_VERTICES)
    throw new Unusable('surfaces.too-long-contours', { most: MAX_CONTOUR_VERTICES });
  const answer: SurfaceContours = [];
  for (const { height, line } of lines) {
    const positions: [number, number, number][] = [];
    for (const [east, north] of line) {
      const [longitude, latitude] = fromPlane(crs, [east, north]);
      const { height: under } = await geoidAt(longitude, latitude);
      positions.push([longitude, latitude, height + under]);
    }
    answer.push({ height, positions });
  }
  return answer;
}

/** East and north of a position in the plane of a loaded CRS, metres. */
function toPlane(crs: string, [longitude, latitude]: Position): Place {
  const { metres } = unitOfCrs(crs);
  const [east, north] = project(crs, [longitude, latitude]);
  return [east * metres, north * metres];
}

/** Longitude and latitude of a place in the plane of a loaded CRS. */
function fromPlane(crs: string, [east, north]: Place): [number, number] {
  const { metres } = unitOfCrs(crs);
  const [longitude, latitude] = unproject(crs, [east / metres, north / metres]);
  return [longitude, latitude];
}
