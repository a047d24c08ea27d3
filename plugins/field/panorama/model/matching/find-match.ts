import { dot, lengthOfVector, minus, type Vector } from '#core/geodesy';
import { levelsOf, tileInCrop, type PanoramicPlace, type Pyramid } from '#core/protocol';
import { LocalFrame } from '../local-frame.ts';
import { rayIn, type Sight } from '../measuring.ts';
import type { Pictures } from '../pictures.ts';
import { placeInPicture, rotationOfPlace, turnedBack, type Rotation } from '../pose.ts';
import { REFUSED_ANGLE } from '../rays.ts';
import { scaled, type Correlated } from './correlate.ts';
import {
  judged,
  MAX_CANDIDATES,
  type CodedPiece,
  type Match,
  type MatchFault,
  type MatchTask,
} from './match-task.ts';

/** Metres along the line of sight within which the point is looked for; the texts name them. */
const REACH = { nearest: 1.5, farthest: 120 };
/** Pixels of the picture in which all of it is compared first, and of the level for the details. */
const COARSE = 2048;
const FINE = 8192;
/** Parts of the sphere around a place whose tiles are fetched: more than half of what is compared. */
const AROUND = 0.004;
/** Metres between two panoramas below which their positions are too uncertain to look for a match; assumed. */
const MIN_BASE = 0.2;
/** Between the line of sight and the way to the other panorama: below it rays would not be intersected. */
const MAX_COSINE = Math.cos((REFUSED_ANGLE * Math.PI) / 180);

export interface PlacedMatch extends Match {
  readonly position: [number, number, number];
  /** Geocentric, of length 1: from the second panorama. */
  readonly direction: Vector;
}

/** Runs one comparison; in the page, in a worker. */
export type RunMatch = (task: MatchTask) => Promise<Correlated>;

/**
 * Where the point of a line of sight is in another panorama: along its epipolar curve, first in the small pictures of both, then in
 * detail around the places that are most alike.
 */
export async function findMatch(
  sight: Sight,
  second: PanoramicPlace,
  pictures: Pick<Pictures, 'load'>,
  run: RunMatch,
): Promise<PlacedMatch | MatchFault> {
  const first = sight.place;
  if (!first.pyramid || !second.pyramid) return 'unseen';
  const frame = new LocalFrame(first.position);
  const { direction } = rayIn(frame, sight);
  const origin = frame.toLocal(second.position);
  // Panoramas of one project are so near that their axes are the same.
  const [from, to] = [rotationOfPlace(first), rotationOfPlace(second)];
  const base = async ({ id, pyramid }: PanoramicPlace): Promise<CodedPiece[]> => [
    { left: 0, top: 0, width: 1, height: 1, picture: await pictures.load(`${id}/${pyramid!.version}/base`) },
  ];
  const coarse = await run({
    comparison: { direction, pixel: (2 * Math.PI) / COARSE, ...REACH },
    first: { origin: [0, 0, 0], rotation: from, pieces: await base(first) },
    second: { origin, rotation: to, pieces: await base(second) },
  });
  if (typeof coarse === 'string') return coarse;
  const rough = coarse.slice(0, MAX_CANDIDATES);
  if (rough.length === 0) return 'none';
  const width = Math.min(FINE, first.pyramid.width, second.pyramid.width);
  const seen = rough.map(({ distance }) => minus(scaled(direction, distance), origin));
  const tilesOf = (place: PanoramicPlace, rotation: Rotation, directions: readonly Vector[]) =>
    tilesAround(
      place,
      width,
      directions.map((one) => placeInPicture(turnedBack(rotation, one))),
      pictures,
    );
  const fine = await run({
    comparison: { direction, pixel: (2 * Math.PI) / width, ...REACH },
    first: { origin: [0, 0, 0], rotation: from, pieces: await tilesOf(first, from, [direction]) },
    second: { origin, rotation: to, pieces: await tilesOf(second, to, seen) },
    rough,
  });
  const places = { first: { origin: [0, 0, 0] as Vector }, second: { origin } };
  const match = judged(fine, { direction, pixel: (2 * Math.PI) / width, ...places });
  if (typeof match === 'string') return match;
  const place = scaled(direction, match.distance);
  const ray = minus(place, origin);
  const unit = scaled(ray, 1 / lengthOfVector(ray));
  return { ...match, position: frame.toPosition(place), direction: frame.inSpace(unit) };
}

/** Whether the line of sight turns enough between two panoramas for a point to be measured at all. */
export function isAside(sight: Sight, second: PanoramicPlace): boolean {
  const frame = new LocalFrame(sight.place.position);
  const { direction } = rayIn(frame, sight);
  const base = frame.toLocal(second.position);
  const length = lengthOfVector(base);
  return length > MIN_BASE && Math.abs(dot(direction, base)) / length < MAX_COSINE;
}

/** The tiles of the level of about `width` pixels around places of the picture. */
function tilesAround(
  { id, pyramid }: PanoramicPlace,
  width: number,
  places: readonly (readonly [across: number, down: number])[],
  pictures: Pick<Pictures, 'load'>,
): Promise<CodedPiece[]> {
  const shape: Pyramid = pyramid!;
  const levels = levelsOf(shape);
  const { cols, rows } = levels.find((level) => level.width >= width) ?? levels.at(-1)!;
  const tiles = new Map<string, readonly [number, number]>();
  for (const [across, down] of places) {
    // Near the poles a place of the same size is wider in the picture.
    const aside = Math.min(0.5, AROUND / Math.max(0.05, Math.sin(Math.PI * down)));
    const [left, right] = [across - aside, across + aside].map((part) => Math.floor(part * cols)) as [
      number,
      number,
    ];
    const [top, bottom] = [down - 2 * AROUND, down + 2 * AROUND].map((part) => Math.floor(part * rows)) as [
      number,
      number,
    ];
    for (let column = left; column <= right; column++)
      for (let row = top; row <= bottom; row++) {
        const at = [((column % cols) + cols) % cols, Math.min(rows - 1, Math.max(0, row))] as const;
        if (tileInCrop(shape, { cols }, ...at)) tiles.set(at.join(), at);
      }
  }
  return Promise.all(
    [...tiles.values()].map(async ([column, row]) => ({
      left: column / cols,
      top: row / rows,
      width: 1 / cols,
      height: 1 / rows,
      picture: await pictures.load(`${id}/${shape.version}/${cols}/${column}/${row}`),
    })),
  );
}
