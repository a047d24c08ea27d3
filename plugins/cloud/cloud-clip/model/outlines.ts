import type { SketchShape } from '#core/mapview';
import type { Position } from '#core/protocol';
import { regionOfClip } from '#core/shapes';
import type { CloudCoordinates, CloudView } from '#plugins/cloud/point-cloud/api';
import { OPEN, type ClipShape } from './shapes.ts';

type Places = Pick<CloudView, 'fromCloud'>;

/** The edges of a clip; without limits of height its outline on the ground. */
export function outlineOf(clip: ClipShape, view: Places): SketchShape[] {
  const [bottom, top] = ringsOf(clip);
  if (!top) {
    const ground = closed(bottom!.map((corner) => onGround(view.fromCloud(corner))));
    return [{ geometry: { type: 'LineString', coordinates: ground } }];
  }
  const [low, high] = [bottom!, top].map((ring) => ring.map((corner) => view.fromCloud(corner)));
  const edges = [closed(low!), closed(high!), ...low!.map((corner, i) => [corner, high![i]!])];
  return edges.map((coordinates) => ({ geometry: { type: 'LineString', coordinates } }));
}

const onGround = ([longitude, latitude]: Position): Position => [longitude, latitude];
const closed = (ring: Position[]): Position[] => [...ring, ring[0]!];

/** Lower and upper ring; only one where the clip has no lower or no upper end. */
function ringsOf(clip: ClipShape): CloudCoordinates[][] {
  if (clip.kind === 'polygon') {
    const [least, most] = clip.heights ?? [-OPEN, OPEN];
    const at = (z: number): CloudCoordinates[] => clip.ring.map(([x, y]) => [x, y, z]);
    return least === -OPEN || most === OPEN ? [at(0)] : [at(least), at(most)];
  }
  if (clip.kind === 'slab') {
    const [dx, dy] = [clip.to[0] - clip.from[0], clip.to[1] - clip.from[1]];
    const half = clip.width / 2 / (Math.hypot(dx, dy) || 1);
    const beside = ([x, y]: readonly [number, number], side: number): CloudCoordinates => [
      x - dy * half * side,
      y + dx * half * side,
      0,
    ];
    return [[beside(clip.from, 1), beside(clip.to, 1), beside(clip.to, -1), beside(clip.from, -1)]];
  }
  const region = regionOfClip(clip);
  if (region.kind !== 'turned-box') return [];
  const corner = (...signs: readonly [number, number, number]) =>
    region.centre.map((value, i) =>
      region.axes.reduce((sum, axis, a) => sum + (axis[i]! * signs[a]! * region.size[a]!) / 2, value),
    ) as unknown as CloudCoordinates;
  return [-1, 1].map((z) => [corner(-1, -1, z), corner(1, -1, z), corner(1, 1, z), corner(-1, 1, z)]);
}
