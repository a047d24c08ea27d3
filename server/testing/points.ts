import { emptyPoints, type NodePoints, type Vector3 } from '../formats/pointcloud/source.ts';

/** Points at places; `classes` by default 1. */
export function pointsAt(
  places: readonly Vector3[],
  scale: Vector3,
  offset: Vector3,
  classOf: (i: number) => number = () => 1,
): NodePoints {
  const points = emptyPoints(places.length);
  places.forEach((place, i) => {
    for (let axis = 0; axis < 3; axis++)
      points.positions[3 * i + axis] = Math.round((place[axis]! - offset[axis]!) / scale[axis]!);
    points.classification[i] = classOf(i);
    points.intensity[i] = i % 65_536;
    points.returnNumber[i] = 1;
    points.numberOfReturns[i] = 1;
    points.gpsTime[i] = i;
    for (let n = 0; n < 3; n++) points.rgb[3 * i + n] = (i * (n + 1)) % 256;
  });
  return points;
}
