import type { CloudSelection, CloudSource } from '#core/protocol';
import type { NodePoints, Vector3 } from '../../../formats/pointcloud/source.ts';
import type { Cloud } from '../points/cloud.ts';
import { Walk, type Limits } from '../points/walk.ts';

/** Points of a selection in memory. */
export interface Gathered {
  count: number;
  /** Three coordinates a point, less `origin`. */
  places: Float64Array;
  origin: Vector3;
  classes: Uint8Array;
  /** Level of the node of each point. */
  levels: Uint8Array;
  source: CloudSource;
}

/** Reads the points of a selection; `seen` is called with each node's, before they are gathered. */
export async function gather(
  cloud: Cloud,
  selection: CloudSelection,
  limits: Limits,
  seen?: (points: NodePoints, chosen: Uint32Array, first: number) => void,
): Promise<Gathered> {
  const walk = new Walk(cloud, selection, limits);
  const { scale, offset } = cloud.source;
  const parts: { positions: Int32Array; classes: Uint8Array; level: number }[] = [];
  let count = 0;
  for await (const { points, chosen, node } of walk.selected()) {
    seen?.(points, chosen, count);
    const positions = new Int32Array(chosen.length * 3);
    const classes = new Uint8Array(chosen.length);
    chosen.forEach((i, n) => {
      positions.set(points.positions.subarray(3 * i, 3 * i + 3), 3 * n);
      classes[n] = points.classification[i]!;
    });
    parts.push({ positions, classes, level: node.level });
    count += chosen.length;
  }
  const start = parts[0]?.positions ?? [0, 0, 0];
  const gathered: Gathered = {
    count,
    places: new Float64Array(count * 3),
    origin: [0, 1, 2].map((axis) => start[axis]! * scale[axis]! + offset[axis]!) as Vector3,
    classes: new Uint8Array(count),
    levels: new Uint8Array(count),
    source: sourceOf(cloud, walk),
  };
  let at = 0;
  for (const { positions, classes, level } of parts) {
    gathered.classes.set(classes, at);
    gathered.levels.fill(level, at, at + classes.length);
    for (let i = 0; i < positions.length; i++)
      gathered.places[3 * at + i] = (positions[i]! - start[i % 3]!) * scale[i % 3]!;
    at += classes.length;
  }
  return gathered;
}

export function sourceOf({ place }: Cloud, { points, complete, stoppedBy }: Walk): CloudSource {
  const { cloudId, content, edits } = place;
  return { cloudId, content, edits, points, complete, stoppedBy };
}

export function placeAt({ places, origin }: Gathered, i: number): Vector3 {
  return [places[3 * i]! + origin[0], places[3 * i + 1]! + origin[1], places[3 * i + 2]! + origin[2]];
}

export function placesOf(gathered: Gathered): Vector3[] {
  return Array.from({ length: gathered.count }, (_, i) => placeAt(gathered, i));
}
