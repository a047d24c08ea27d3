import { direct, geoidAt, inverse, lengthOf, planeOf, type Plane } from '#core/geodesy';
import type { Position, SetsRead, SurfaceVolume, VolumeBase } from '#core/protocol';
import type { GroundSurface } from '#plugins/globe/map-3d/api';
import { slopeAt, type Surroundings } from './surroundings.ts';
import type { SpaceMeasureKind } from './kinds.ts';
import { climb, objectsAlong, type Profile } from './profile.ts';
import { gridOver } from './sampling.ts';
import { angleInSpace, horizontalAngle, horizontalArea, legBetween } from './space.ts';
import { hasHeights, standing, type SurfaceVertex } from './standing.ts';
import { meansOver } from './surface.ts';
import type { ValueMethod, SpaceQuantity, SpaceValue } from './values.ts';
import { cellAreas, fanAround, RAYS, seenAreas, seenAround, STEPS } from './viewshed.ts';

/** The result of a measurement. */
export interface SpaceReading {
  readonly standings: readonly SurfaceVertex[];
  readonly values: readonly SpaceValue[];
  /** The terrain used; undefined without one. */
  readonly surface: GroundSurface | undefined;
  /** Text keys of notes, such as what is unknown. */
  readonly notes: readonly Note[];
  readonly profile?: Profile;
  /** The visible areas, as rings. */
  readonly seen?: readonly (readonly Position[])[];
  /** The cells of the terrain that were used. */
  readonly cells?: TerrainCells | undefined;
  /** What was read of 3D Tiles, and the share of the area that they are the surface of. */
  readonly sets?: SetsRead;
  readonly meshed?: number;
  /** The name of the terrain that is the base. */
  readonly under?: string;
}

export interface TerrainCells {
  /** Their size: the side of a square, metres. */
  readonly cell: number;
  /** Number of cells of a volume or area. */
  readonly cells?: number;
  /** The share without heights. */
  readonly missing: number;
  readonly cellsOf: SurfaceVolume['cellsOf'];
}
export type Note =
  | 'no-terrain'
  | 'no-heights'
  | 'gaps'
  | 'uneven'
  | 'upright'
  | 'no-base'
  | 'edge-only'
  | 'with-accuracy'
  | 'sets-left'
  | 'surface-gaps';

/** Metres from its plane beyond which an area is reported as not planar. */
const UNEVEN = 0.05;
/** Metres, where the terrain does not give its resolution. */
const FINEST = 1;

/** Computes a measurement; requests ground heights where needed. Throws AppError when the request fails. */
export async function take(
  kind: SpaceMeasureKind,
  vertices: readonly Position[],
  around: Surroundings,
): Promise<SpaceReading> {
  const { ground, signal } = around;
  const surface = ground.describe();
  const grounds = surface ? await ground.heightsAt(vertices, signal) : [];
  const standings = standing(vertices, grounds, surface?.resolution, around.setAt, around.isMiss);
  const found = await TAKERS[kind](standings, around, surface);
  const notes = new Set(found.notes);
  if (!surface) notes.add('no-terrain');
  if (!hasHeights(standings)) notes.add('no-heights');
  return { standings, surface, ...found, notes: [...notes] };
}

type ComputedReading = Pick<
  SpaceReading,
  'values' | 'profile' | 'seen' | 'cells' | 'under' | 'sets' | 'meshed'
> & {
  readonly notes?: readonly Note[];
};
type ComputeReading = (
  on: readonly SurfaceVertex[],
  around: Surroundings,
  surface: GroundSurface | undefined,
) => Promise<ComputedReading>;

const value = (
  quantity: SpaceQuantity,
  unit: SpaceValue['unit'],
  amount: number,
  how: ValueMethod,
): SpaceValue => ({
  quantity,
  unit,
  amount,
  how,
});
const places = (on: readonly SurfaceVertex[]): Position[] => on.map(({ place }) => place);
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

const TAKERS: Readonly<Record<SpaceMeasureKind, ComputeReading>> = {
  async point([at], around, surface) {
    const height = at!.place[2];
    const values: SpaceValue[] = [];
    if (height !== undefined) {
      const geoid = await geoidAt(at!.place[0], at!.place[1]);
      values.push(value('ellipsoidal', 'm', height, at!.on === 'ground' ? 'ground' : 'read'));
      values.push({ ...value('orthometric', 'm', height - geoid.height, 'geoid'), model: geoid.model });
    }
    if (height !== undefined && at!.on === 'object' && at!.ground !== undefined)
      values.push(value('aboveGround', 'm', height - at!.ground, 'difference'));
    const slope = surface && (await slopeAt(at!.place, around, surface));
    if (slope)
      values.push(
        { ...value('slope', '°', slope.slope, 'sampled'), within: slope.slopeWithin },
        { ...value('aspect', '°', slope.aspect, 'sampled'), within: slope.aspectWithin },
      );
    return { values };
  },

  async distance(on, around, surface) {
    const legs = on.slice(1).map(({ place }, i) => legBetween(on[i]!.place, place));
    const horizontal = sum(legs.map((leg) => leg.horizontal));
    const vertical = sum(legs.map((leg) => leg.vertical));
    const known = hasHeights(on);
    const over = surface && (await around.ground.profileAlong(places(on), around.signal));
    return {
      values: [
        ...(known ? [value('slopeDistance', 'm', sum(legs.map(({ slope }) => slope)), 'chord')] : []),
        value('horizontal', 'm', horizontal, 'geodesic'),
        ...(known
          ? [
              value('vertical', 'm', vertical, 'difference'),
              value('inclination', '°', (Math.atan2(vertical, horizontal) * 180) / Math.PI, 'difference'),
            ]
          : []),
        ...(surface ? [value('alongGround', 'm', over?.length ?? NaN, 'crossed')] : []),
      ],
      notes: gaps(surface, over),
      cells: over,
    };
  },

  height([at]) {
    const { place, ground } = at!;
    return Promise.resolve({
      values: [
        value(
          'aboveGround',
          'm',
          place[2] === undefined || ground === undefined ? NaN : place[2] - ground,
          'difference',
        ),
        ...(place[2] === undefined
          ? []
          : [value('ellipsoidal', 'm', place[2], at!.on === 'ground' ? 'ground' : 'read')]),
        ...(ground === undefined ? [] : [value('groundHeight', 'm', ground, 'ground')]),
      ],
    });
  },

  async area(on, around, surface) {
    const ring = places(on);
    const flat = horizontalArea(ring);
    const plane = hasHeights(on) ? planeOf(ring) : undefined;
    const level: VolumeBase = { at: [ring[0]![0], ring[0]![1], 0], east: 0, north: 0 };
    const over = surface && (await around.ground.volumeWithin(ring, level, around.signal));
    // Where the terrain has gaps, of the whole outline: as the part with heights.
    const groundArea = over ? over.surfaceArea / (1 - over.missing) : NaN;
    const uneven = plane && plane.unevenness > UNEVEN;
    return {
      values: [
        ...(plane ? [value('areaInSpace', 'm²', plane.area, 'plane')] : []),
        value('horizontalArea', 'm²', flat, 'geodesic'),
        ...(surface ? [value('groundArea', 'm²', groundArea, 'cells')] : []),
        ...(uneven ? [value('unevenness', 'm', plane.unevenness, 'plane')] : []),
      ],
      notes: [...(uneven ? (['uneven'] as const) : []), ...gaps(surface, over)],
      cells: over,
    };
  },

  angle(on) {
    const [a, b, c] = places(on) as [Position, Position, Position];
    return Promise.resolve({
      values: [
        ...(hasHeights(on) ? [value('angleInSpace', '°', angleInSpace(a, b, c), 'vectors')] : []),
        value('horizontalAngle', '°', horizontalAngle(a, b, c), 'geodesic'),
      ],
    });
  },

  slope(on) {
    if (!hasHeights(on)) return Promise.resolve({ values: [value('slope', '°', NaN, 'plane')] });
    const { slope, aspect, unevenness } = planeOf(places(on));
    return Promise.resolve({
      values: [
        value('slope', '°', slope, 'plane'),
        value('grade', '%', slope < 89.9 ? 100 * Math.tan((slope * Math.PI) / 180) : NaN, 'plane'),
        value('aspect', '°', aspect, 'plane'),
        value('unevenness', 'm', unevenness, 'plane'),
      ],
    });
  },

  async profile(on, around, surface) {
    const ring = places(on);
    const over = surface && (await around.ground.profileAlong(ring, around.signal));
    const ground = (over?.samples ?? []).map(([distance, longitude, latitude, height]) => ({
      distance,
      place: [longitude, latitude] as Position,
      height: height ?? undefined,
    }));
    let distance = 0;
    const line = on.flatMap(({ place, on: stands }, i) => {
      if (i > 0) distance += inverse(ring[i - 1]!, place).distance;
      return place[2] === undefined || stands !== 'object' ? [] : [{ distance, place, height: place[2] }];
    });
    const profile = {
      length: lengthOf(ring),
      ground,
      line,
      objects: objectsAlong(ring, around.document, around.shown),
    };
    const way = surface ? over : climb(on.map(({ place }, i) => ({ place, distance: i, height: place[2] })));
    const how = surface ? 'crossed' : 'difference';
    return {
      profile,
      values: [
        value('horizontal', 'm', profile.length, 'geodesic'),
        value('alongGround', 'm', (surface && way?.length) ?? NaN, 'crossed'),
        value('ascent', 'm', way?.ascent ?? NaN, how),
        value('descent', 'm', way?.descent ?? NaN, how),
        ...(surface ? [value('steepest', '°', way?.steepest ?? NaN, how)] : []),
      ],
      notes: gaps(surface, over),
      cells: over,
    };
  },

  async volume(on, around, surface) {
    const ring = places(on);
    const { choices, ground, meshes, signal } = around;
    const area = value('horizontalArea', 'm²', horizontalArea(ring), 'geodesic');
    const outline = hasHeights(on) ? planeOf(ring) : undefined;
    const needsPlane = choices.base === undefined && choices.baseTerrain === undefined;
    const unknown = (...notes: Note[]) => ({ values: [value('net', 'm³', NaN, 'cells'), area], notes });
    if (needsPlane && outline && Number.isNaN(outline.heightAt(ring[0]!))) return unknown('upright');
    const other = ground.others.find(({ id }) => id === choices.baseTerrain);
    if (choices.baseTerrain !== undefined && !other) return unknown('no-base');
    const base = other
      ? { terrain: other.id }
      : (levelBase(ring, choices.base) ?? (outline && tiltedBase(ring, outline)));
    const onMeshes = base && (await meshes?.volumeWithin(ring, base, signal));
    if (!surface && !onMeshes) return prismOf(ring, outline, choices.base, area);
    if (!base) return unknown();
    const over = onMeshes ?? (await ground.volumeWithin(ring, base, signal));
    if (!over) return unknown('gaps');
    const isOnMeshes = onMeshes !== undefined && onMeshes.meshed > 0;
    const how = isOnMeshes ? 'surface' : 'cells';
    const covered = over.area * (1 - over.missing);
    const within = Math.hypot(over.uncertainty, (choices.accuracy ?? 0) * covered);
    return {
      values: [
        { ...value('net', 'm³', over.net, how), within },
        { ...value('above', 'm³', over.above, how), within },
        { ...value('below', 'm³', over.below, how), within },
        ...(choices.base === undefined || other ? [] : [value('baseHeight', 'm', choices.base, 'read')]),
        area,
      ],
      notes: [
        ...(over.missing > 0 ? ([isOnMeshes ? 'surface-gaps' : 'gaps'] as const) : []),
        choices.accuracy === undefined ? 'edge-only' : 'with-accuracy',
        ...leftOf(around),
      ],
      cells: over,
      ...(onMeshes && { sets: onMeshes.sets, meshed: onMeshes.meshed }),
      ...(other && { under: other.name }),
    };
  },

  async viewshed(on, around, surface) {
    const [from, to] = places(on) as [Position, Position];
    const height = from[2];
    const { meshes, choices, signal } = around;
    if ((!surface && !meshes) || height === undefined)
      return { values: [value('seenArea', 'm²', NaN, 'sampled')] };
    const eye: Position = [from[0], from[1], height + around.choices.eye];
    const radius = inverse(from, to).distance;
    const onMeshes = await meshes?.viewshedFrom(
      eye,
      { radius, rays: RAYS, steps: STEPS, target: choices.target },
      signal,
    );
    const { seen, hasGaps } = onMeshes
      ? { seen: [...onMeshes.seen].map((one) => one === '1'), hasGaps: onMeshes.gaps }
      : await seenOnGround(eye, radius, around);
    const areas = cellAreas(radius);
    const seenArea = sum(seen.map((one, i) => (one ? areas[i % STEPS]! : 0)));
    return {
      seen: seenAreas(eye, to, seen),
      values: [
        value('seenArea', 'm²', seenArea, 'sampled'),
        value('seenShare', '%', (100 * seenArea) / (Math.PI * radius * radius), 'sampled'),
        value('horizontal', 'm', radius, 'geodesic'),
        value('sampleAlong', 'm', radius / STEPS, 'sampled'),
        value('sampleAcross', 'm', (2 * Math.PI * radius) / RAYS, 'sampled'),
      ],
      notes: [...(hasGaps ? ([onMeshes ? 'surface-gaps' : 'gaps'] as const) : []), ...leftOf(around)],
      ...(onMeshes && { sets: onMeshes.sets }),
    };
  },
};

async function seenOnGround(eye: Position, radius: number, { ground, choices, signal }: Surroundings) {
  const fan = fanAround(eye, radius);
  const heights = await ground.heightsAt(fan, signal);
  return { seen: seenAround(eye, fan, heights, choices.target), hasGaps: heights.includes(undefined) };
}

function leftOf({ meshes }: Surroundings): Note[] {
  return meshes && meshes.left > 0 ? ['sets-left'] : [];
}

function gaps(surface: GroundSurface | undefined, over: { readonly missing: number } | undefined): Note[] {
  return surface && (!over || over.missing > 0) ? ['gaps'] : [];
}

function levelBase(ring: readonly Position[], height: number | undefined): VolumeBase | undefined {
  return height === undefined ? undefined : { at: [ring[0]![0], ring[0]![1], height], east: 0, north: 0 };
}

/** Metres on each side of a position between which the rise of a plane is determined. */
const REACH = 50;

/** The plane of an outline. */
function tiltedBase(ring: readonly Position[], { heightAt }: Plane): VolumeBase {
  const [longitude, latitude] = ring[0]!;
  const rise = (azimuth: number) =>
    (heightAt(direct(ring[0]!, azimuth, REACH)) - heightAt(direct(ring[0]!, azimuth, -REACH))) / (2 * REACH);
  return { at: [longitude, latitude, heightAt(ring[0]!)], east: rise(90), north: rise(0) };
}

/** Without terrain the outline itself is the surface, and needs a base other than its own plane. */
function prismOf(
  ring: readonly Position[],
  outline: Plane | undefined,
  base: number | undefined,
  area: SpaceValue,
): Promise<ComputedReading> {
  if (!outline || base === undefined)
    return Promise.resolve({ values: [value('net', 'm³', NaN, 'sampled'), area] });
  const grid = gridOver(ring, FINEST);
  const heights = grid.places.map((place) => outline.heightAt(place));
  const means = meansOver(grid, heights, () => base);
  const [above, below] = [means.above * area.amount, means.below * area.amount];
  return Promise.resolve({
    values: [
      value('net', 'm³', above - below, 'sampled'),
      value('above', 'm³', above, 'sampled'),
      value('below', 'm³', below, 'sampled'),
      value('baseHeight', 'm', base, 'read'),
      area,
    ],
  });
}
