import Flatbush from 'flatbush';
import { fullCircle } from '#core/geodesy';
import type { Panoramic, PhotoFacts } from '#core/protocol';
import { declinationOf } from '../../shared/files/declination.ts';
import { between, type TrackPosition } from './track.ts';

/** Position of a panorama, and its source. */
export type PanoramaPlacing = Pick<
  Panoramic,
  | 'position'
  | 'heading'
  | 'pitch'
  | 'roll'
  | 'headingFrom'
  | 'north'
  | 'declination'
  | 'takenAt'
  | 'placedBy'
  | 'trackId'
  | 'trackAt'
>;
type TrackPlace = Pick<PanoramaPlacing, 'position' | 'heading' | 'pitch' | 'roll' | 'trackId' | 'trackAt'>;

/** What the clock of the cameras of a survey is said to be. */
export interface CameraClock {
  /** Minutes ahead of UTC, for photos that do not record it themselves. */
  cameraOffset: number | null;
  /** Seconds added to every time. */
  clockShift: number;
}

export interface PlacingLimits {
  /** Seconds. */
  maxGap: number;
  /** Metres. */
  maxDistance: number;
}
export const DEFAULT_LIMITS: PlacingLimits = { maxGap: 10, maxDistance: 20 };

/** Metres; below this distance, two positions do not give a direction. */
const STANDING = 0.2;

/** A track prepared for queries by time and place. */
export class TrackIndex {
  readonly id: string;
  readonly #positions: readonly TrackPosition[];
  /** Indices of positions with a time, in time order. */
  readonly #timed: number[];
  #near: Flatbush | undefined;

  constructor(id: string, positions: readonly TrackPosition[]) {
    this.id = id;
    this.#positions = positions;
    this.#timed = positions
      .flatMap((at, i) => (at[3] === null ? [] : [i]))
      .sort((a, b) => positions[a]![3]! - positions[b]![3]!);
  }

  /** Interpolates between the two positions around a time. */
  atTime(time: number, { maxGap }: PlacingLimits): TrackPlace | undefined {
    const after = this.#firstNotBefore(time);
    const [b, a] = [this.#timed[after], this.#timed[after - 1] ?? this.#timed[after]];
    if (a === undefined || b === undefined) return undefined;
    const [from, to] = [this.#positions[a]!, this.#positions[b]!];
    const gap = to[3]! - from[3]!;
    if (time < from[3]! || time > to[3]! || gap > maxGap) return undefined;
    const part = gap === 0 ? 0 : (time - from[3]!) / gap;
    const height = from[2] !== null && to[2] !== null ? [from[2] + (to[2] - from[2]) * part] : [];
    return {
      position: [
        wrapped(from[0] + wrapped(to[0] - from[0]) * part),
        from[1] + (to[1] - from[1]) * part,
        ...height,
      ] as [number, number],
      heading: from[4] !== null && to[4] !== null ? turned(from[4], to[4], part) : this.#leading(a, b),
      pitch: (from[6] ?? 0) + ((to[6] ?? 0) - (from[6] ?? 0)) * part,
      roll: (from[7] ?? 0) + wrapped((to[7] ?? 0) - (from[7] ?? 0)) * part,
      trackId: this.id,
      trackAt: a + (b - a) * part,
    };
  }

  /** The nearest position and its distance. */
  near(
    place: readonly [number, number, number?],
    { maxDistance }: PlacingLimits,
  ): { distance: number; heading: number | null; trackAt: number } | undefined {
    // A degree of latitude is nowhere shorter than 110.5 km.
    const north = maxDistance / 110_500;
    const east = Math.min(180, north / Math.max(1e-6, Math.cos((place[1] * Math.PI) / 180)));
    const found = this.#index()
      .search(place[0] - east, place[1] - north, place[0] + east, place[1] + north)
      .map((i) => ({ i, distance: between(place, this.#positions[i]!).distance }))
      .filter(({ distance }) => distance <= maxDistance)
      .sort((a, b) => a.distance - b.distance || a.i - b.i)[0];
    if (!found) return undefined;
    const { i, distance } = found;
    const next = Math.min(i + 1, this.#positions.length - 1);
    const heading = this.#positions[i]![4] ?? this.#leading(Math.max(0, next - 1), next);
    return { distance, heading, trackAt: i };
  }

  /** Direction from one position to another. */
  #leading(a: number, b: number): number | null {
    const { distance, azimuth } = between(this.#positions[a]!, this.#positions[b]!);
    return distance > STANDING ? azimuth : null;
  }

  #firstNotBefore(time: number): number {
    let [low, high] = [0, this.#timed.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#positions[this.#timed[middle]!]![3]! < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #index(): Flatbush {
    if (this.#near) return this.#near;
    const index = new Flatbush(this.#positions.length);
    for (const [longitude, latitude] of this.#positions) index.add(longitude, latitude);
    index.finish();
    return (this.#near = index);
  }
}

/**
 * Position of a photo: on a track by time, which is more reliable than the camera's own position; else its EXIF
 * position, with the direction of a nearby track if it has none.
 */
export function placePhoto(
  facts: PhotoFacts | null,
  clock: CameraClock,
  ways: readonly TrackIndex[],
  limits: PlacingLimits,
  /** Height of the geoid above the ellipsoid: EXIF counts altitudes from it. Without it they are left out. */
  geoid?: (longitude: number, latitude: number) => number,
): PanoramaPlacing {
  const takenAt = timeOf(facts, clock);
  /** Its own direction is better than the track's, unless it is that of a magnetic compass. */
  const withTrack = (at: PanoramaPlacing['position'], heading: number | null, pitch = 0, roll = 0): Pose => {
    const own = ownPose(facts, at);
    if (heading === null || (own.heading !== null && facts?.directionFrom !== 'magnetic')) return own;
    return {
      heading,
      pitch: own.pitch || pitch,
      roll: own.roll || roll,
      headingFrom: 'track',
      north: 'true',
      declination: null,
    };
  };
  if (takenAt !== null)
    for (const way of ways) {
      const found = way.atTime(Date.parse(takenAt) / 1000, limits);
      if (!found) continue;
      const { heading, pitch, roll, ...place } = found;
      return {
        ...place,
        ...withTrack(found.position, heading, pitch, roll),
        takenAt,
        placedBy: 'track-time',
      };
    }
  const position = ownPosition(facts, geoid);
  if (!position)
    return { position, ...ownPose(facts, position), takenAt, placedBy: null, trackId: null, trackAt: null };
  const near = ways
    .flatMap((way) => {
      const found = way.near(position, limits);
      return found ? [{ way, ...found }] : [];
    })
    .sort((a, b) => a.distance - b.distance)[0];
  return {
    position,
    ...withTrack(position, near?.heading ?? null),
    takenAt,
    placedBy: near ? 'track-position' : 'exif',
    trackId: near?.way.id ?? null,
    trackAt: near?.trackAt ?? null,
  };
}

function ownPosition(
  facts: PhotoFacts | null,
  geoid: ((longitude: number, latitude: number) => number) | undefined,
): PanoramaPlacing['position'] {
  const { position, altitude } = facts ?? {};
  if (!position || altitude == null || !geoid) return position ?? null;
  return [position[0], position[1], altitude + geoid(position[0], position[1])];
}

type Pose = Pick<PanoramaPlacing, 'heading' | 'pitch' | 'roll' | 'headingFrom' | 'north' | 'declination'>;

/**
 * What the picture says of its direction: GPano of its middle, else EXIF of the camera. From magnetic north it is turned to true
 * north where that can be computed.
 */
function ownPose(facts: PhotoFacts | null, position: PanoramaPlacing['position']): Pose {
  const { panorama, direction = null, directionFrom = null } = facts ?? {};
  const [pitch, roll] = [panorama?.pitch ?? 0, panorama?.roll ?? 0];
  const heading = panorama?.heading ?? direction;
  if (heading === null) return { heading, pitch, roll, headingFrom: null, north: null, declination: null };
  const headingFrom = panorama?.heading == null ? 'exif' : 'gpano';
  const declination = directionFrom === 'magnetic' ? declinationOf(facts, position) : null;
  return declination === null
    ? { heading, pitch, roll, headingFrom, north: directionFrom ?? 'unstated', declination }
    : { heading: fullCircle(heading + declination), pitch, roll, headingFrom, north: 'true', declination };
}

/** Time of the photo in UTC, or from the camera's clock if its offset is known. */
function timeOf(facts: PhotoFacts | null, { cameraOffset, clockShift }: CameraClock): string | null {
  const shifted = (time: number) => new Date(time + clockShift * 1000).toISOString();
  if (facts?.takenAt) return shifted(Date.parse(facts.takenAt));
  if (!facts?.takenAtLocal || cameraOffset === null) return null;
  return shifted(Date.parse(`${facts.takenAtLocal}Z`) - cameraOffset * 60_000);
}

/** Wraps to -180 to 180. */
function wrapped(degrees: number): number {
  return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
}

/** Interpolates between directions the shorter way round. */
function turned(from: number, to: number, part: number): number {
  return (from + wrapped(to - from) * part + 360) % 360;
}
