import { inSpace, seenFrom } from '#core/geodesy';
import type { Position, TilesetPlace } from '#core/protocol';

type Triple = readonly [number, number, number];
type ToPosition = (local: Triple) => Position;

/** Where a set with its zero at `origin` is drawn when it is moved from one place to another; upright. */
export function movedPlace(origin: Triple, from: ToPosition, to: ToPosition): TilesetPlace {
  const [longitude, latitude, height = 0] = to(origin);
  const turn = headingAt(origin, to) - headingAt(origin, from);
  return { longitude, latitude, height, heading: turn - 360 * Math.round(turn / 360), scale: 1 };
}

/** Degrees clockwise from north to the y axis of the file. */
function headingAt(at: Triple, toPosition: ToPosition): number {
  const [east, north] = seenFrom(toPosition(at))(toPosition([at[0], at[1] + 1, at[2]]));
  return (Math.atan2(east, north) * 180) / Math.PI;
}

/** Positions of an outline, whose heights are those of `position`, moved with its model. */
export function movedOutline(
  coordinates: readonly (readonly (readonly (readonly [number, number])[])[])[],
  { toEcef, height }: { readonly toEcef: readonly number[]; readonly height: number },
  to: ToPosition,
): [number, number][][][] {
  const zero = toEcef.slice(12, 15);
  const axes = [0, 4, 8].map((at) => toEcef.slice(at, at + 3));
  const local = (position: Position): Triple => {
    const way = inSpace(position).map((one, i) => one - zero[i]!);
    return axes.map(
      (axis) =>
        axis.reduce((sum, one, i) => sum + one * way[i]!, 0) / axis.reduce((sum, one) => sum + one * one, 0),
    ) as unknown as Triple;
  };
  return coordinates.map((rings) =>
    rings.map((ring) =>
      ring.map(([longitude, latitude]): [number, number] => {
        const [x, y] = to(local([longitude, latitude, height]));
        return [x, y];
      }),
    ),
  );
}
