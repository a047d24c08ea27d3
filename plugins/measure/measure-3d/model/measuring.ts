import { geoidAt, inverse, lengthOf, planeOf } from '#core/geodesy';
import type { Position } from '#core/protocol';
import type { GroundSurface } from '#plugins/globe/map-3d/api';
import { groundAlong, meansOf, slopeAt, type Surroundings } from './surroundings.ts';
import type { SpaceMeasureKind } from './kinds.ts';
import { climb, objectsAlong, type Profile } from './profile.ts';
import { gridOver } from './sampling.ts';
import { angleInSpace, horizontalAngle, horizontalArea, legBetween } from './space.ts';
import { hasHeights, standing, type SurfaceVertex } from './standing.ts';
import { meansOver } from './surface.ts';
import type { ValueMethod, SpaceQuantity, SpaceValue } from './values.ts';
import { cellAreas, fanAround, seenAreas, seenAround, STEPS } from './viewshed.ts';

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
}
export type Note = 'no-terrain' | 'no-heights' | 'gaps' | 'uneven' | 'upright';

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
  const standings = standing(vertices, grounds, surface?.resolution, around.setAt);
  const found = await TAKERS[kind](standings, around, surface);
  const notes = new Set(found.notes);
  if (!surface) notes.add('no-terrain');
  if (!hasHeights(standings)) notes.add('no-heights');
  return { standings, surface, ...found, notes: [...notes] };
}

type ComputedReading = Pick<SpaceReading, 'values' | 'profile' | 'seen'> & {
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
      values.push(value('slope', '°', slope.slope, 'sampled'), value('aspect', '°', slope.aspect, 'sampled'));
    return { values };
  },

  async distance(on, around, surface) {
    const legs = on.slice(1).map(({ place }, i) => legBetween(on[i]!.place, place));
    const horizontal = sum(legs.map((leg) => leg.horizontal));
    const vertical = sum(legs.map((leg) => leg.vertical));
    const known = hasHeights(on);
    const over = surface && climb(await groundAlong(places(on), around, surface));
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
        ...(over ? [value('alongGround', 'm', over.length, 'sampled')] : []),
      ],
      notes: over && Number.isNaN(over.length) ? ['gaps'] : [],
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
    const means = surface && (await meansOf(gridOver(ring, surface.resolution), around, () => 0));
    const uneven = plane && plane.unevenness > UNEVEN;
    return {
      values: [
        ...(plane ? [value('areaInSpace', 'm²', plane.area, 'plane')] : []),
        value('horizontalArea', 'm²', flat, 'geodesic'),
        ...(means ? [value('groundArea', 'm²', means.ratio * flat, 'sampled')] : []),
        ...(uneven ? [value('unevenness', 'm', plane.unevenness, 'plane')] : []),
      ],
      notes: [...(uneven ? (['uneven'] as const) : []), ...gaps(means)],
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
    const ground = surface ? await groundAlong(ring, around, surface) : [];
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
    const way = climb(
      surface ? ground : on.map(({ place }, i) => ({ place, distance: i, height: place[2] })),
    );
    return {
      profile,
      values: [
        value('horizontal', 'm', profile.length, 'geodesic'),
        value('alongGround', 'm', surface ? way.length : NaN, 'sampled'),
        value('ascent', 'm', way.ascent, surface ? 'sampled' : 'difference'),
        value('descent', 'm', way.descent, surface ? 'sampled' : 'difference'),
        ...(surface ? [value('steepest', '°', way.steepest, 'sampled')] : []),
      ],
      notes: surface && Number.isNaN(way.length) ? ['gaps'] : [],
    };
  },

  async volume(on, around, surface) {
    const ring = places(on);
    const outline = hasHeights(on) ? planeOf(ring) : undefined;
    const { base } = around.choices;
    const area = value('horizontalArea', 'm²', horizontalArea(ring), 'geodesic');
    const upright = outline !== undefined && Number.isNaN(outline.heightAt(ring[0]!));
    // Without terrain the outline itself is the surface, and needs a base other than its own plane.
    const nothing = outline === undefined || (!surface && base === undefined);
    if (nothing || upright)
      return { values: [value('net', 'm³', NaN, 'sampled'), area], notes: upright ? ['upright'] : [] };
    const grid = gridOver(ring, surface?.resolution ?? FINEST);
    const under = base === undefined ? (place: Position) => outline.heightAt(place) : () => base;
    const means = surface
      ? await meansOf(grid, around, under)
      : meansOver(
          grid,
          grid.places.map((place) => outline.heightAt(place)),
          under,
        );
    const [above, below] = [means.above * area.amount, means.below * area.amount];
    return {
      values: [
        value('net', 'm³', above - below, 'sampled'),
        value('above', 'm³', above, 'sampled'),
        value('below', 'm³', below, 'sampled'),
        ...(base === undefined ? [] : [value('baseHeight', 'm', base, 'read')]),
        area,
      ],
      notes: gaps(means),
    };
  },

  async viewshed(on, around, surface) {
    const [from, to] = places(on) as [Position, Position];
    const height = from[2];
    if (!surface || height === undefined) return { values: [value('seenArea', 'm²', NaN, 'sampled')] };
    const eye: Position = [from[0], from[1], height + around.choices.eye];
    const radius = inverse(from, to).distance;
    const fan = fanAround(eye, radius);
    const heights = await around.ground.heightsAt(fan, around.signal);
    const seen = seenAround(eye, fan, heights, around.choices.target);
    const areas = cellAreas(radius);
    const seenArea = sum(seen.map((one, i) => (one ? areas[i % STEPS]! : 0)));
    return {
      seen: seenAreas(eye, to, seen),
      values: [
        value('seenArea', 'm²', seenArea, 'sampled'),
        value('seenShare', '%', (100 * seenArea) / (Math.PI * radius * radius), 'sampled'),
        value('horizontal', 'm', radius, 'geodesic'),
      ],
      notes: heights.includes(undefined) ? ['gaps'] : [],
    };
  },
};

function gaps(surface: { readonly known: number } | undefined): Note[] {
  return surface && !(surface.known >= 1) ? ['gaps'] : [];
}
