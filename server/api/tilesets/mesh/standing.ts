import { fromSpace, inSpace, type Vector } from '#core/geodesy';
import type { TilesetPlace } from '#core/protocol';
import { inverseOfFrame, IDENTITY, times, type Matrix } from '../../../formats/tiles3d/matrix.ts';

/** Metres from the earth's centre: a set closer to it has local coordinates. */
const EARTH = 6e6;
const RADIAN = Math.PI / 180;

/** The set's own position, from the root's transform or the middle of its volume; undefined where neither states one. */
export function ownPlace(transform: Matrix, middle: Vector): TilesetPlace | undefined {
  const origin: Vector = [transform[12]!, transform[13]!, transform[14]!];
  const stands = [origin, middle].find((point) => Math.hypot(...point) > EARTH);
  if (!stands) return undefined;
  const [longitude, latitude, height] = fromSpace(stands);
  return { longitude, latitude, height, heading: 0, scale: 1 };
}

/** From a set's own coordinates to where it was placed; undefined where it is placed nowhere. */
export function standingOf(own: TilesetPlace | undefined, place: TilesetPlace | null): Matrix | undefined {
  if (!place) return own && IDENTITY;
  const { scale } = place;
  const there = times(frameAt(place), [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, 1]);
  return own ? times(there, inverseOfFrame(frameAt(own))) : there;
}

/** East, north and up at a place, turned clockwise by its heading. */
function frameAt({ longitude, latitude, height, heading }: Omit<TilesetPlace, 'scale'>): Matrix {
  const [l, b, turn] = [longitude * RADIAN, latitude * RADIAN, heading * RADIAN];
  const [sl, cl, sb, cb] = [Math.sin(l), Math.cos(l), Math.sin(b), Math.cos(b)];
  const [east, north, up] = [[-sl, cl, 0], [-sb * cl, -sb * sl, cb], [cb * cl, cb * sl, sb]] as const; // prettier-ignore
  const mixed = (e: number, n: number) => east.map((part, i) => e * part + n * north[i]!);
  const x = mixed(Math.cos(turn), -Math.sin(turn));
  const y = mixed(Math.sin(turn), Math.cos(turn));
  return [...x, 0, ...y, 0, ...up, 0, ...inSpace([longitude, latitude, height]), 1];
}
