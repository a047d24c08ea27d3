import { Matrix4, type Camera } from 'three';
import type { Pixel } from '#core/mapview';
import type { ClipTest } from '../model/clips.ts';
import { foremost } from '../model/foremost.ts';
import type { CloudNode } from './cloud-node.ts';
import type { DrawnCloud } from './drawn-cloud.ts';

/** CSS pixels around the pointer within which points are looked for: narrow first, so that edges stay sharp. */
const REACHES = [4, 9, 16];

export interface HitPoint {
  readonly cloud: DrawnCloud;
  readonly node: CloudNode;
  /** Of the point in its node. */
  readonly index: number;
  /** In the scene. */
  readonly at: readonly [number, number, number];
  readonly away: number;
  readonly depth: number;
  readonly spacing: number;
}

export interface PickRequest {
  readonly clouds: readonly DrawnCloud[];
  readonly camera: Camera;
  readonly size: Pixel;
  readonly pixel: Pixel;
  readonly hidden: ReadonlySet<number>;
  readonly clips: ClipTest;
  /** CSS pixels; default: 16. */
  readonly tolerance?: number;
}

/** The foremost of the drawn points under a pixel. Points that are hidden or cut away are passed. */
export function pickPoint(request: PickRequest): HitPoint | undefined {
  const most = request.tolerance ?? REACHES.at(-1)!;
  const candidates = pointsAround(request, most);
  for (const reach of [...REACHES.filter((one) => one < most), most]) {
    const hit = foremost(candidates.filter(({ away }) => away <= reach));
    if (hit) return hit;
  }
  return undefined;
}

/** All drawn points within some pixels of the pointer. */
function pointsAround(
  { clouds, camera, size, pixel, hidden, clips }: PickRequest,
  reach: number,
): HitPoint[] {
  const found: HitPoint[] = [];
  const seen = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  const whole = new Matrix4();
  for (const cloud of clouds) {
    const { x: ox, y: oy, z: oz } = cloud.origin;
    for (const visible of cloud.octree.visibleNodes) {
      const node = visible.geometryNode as unknown as CloudNode;
      const { points } = node;
      if (!points) continue;
      const { matrixWorld } = visible.sceneNode;
      const m = whole.multiplyMatrices(seen, matrixWorld).elements;
      const { boundingBox } = node;
      if (!nearBox(m, boundingBox.max.x - boundingBox.min.x, size, pixel, reach)) continue;
      const n = matrixWorld.elements;
      const { positions, classification, count } = points;
      for (let i = 0, p = 0; i < count; i++, p += 3) {
        const [x, y, z] = [positions[p]!, positions[p + 1]!, positions[p + 2]!];
        const w = m[3] * x + m[7] * y + m[11] * z + m[15];
        if (w <= 0) continue;
        const dx = (((m[0] * x + m[4] * y + m[8] * z + m[12]) / w + 1) / 2) * size[0] - pixel[0];
        if (dx > reach || dx < -reach) continue;
        const dy = ((1 - (m[1] * x + m[5] * y + m[9] * z + m[13]) / w) / 2) * size[1] - pixel[1];
        const away = Math.sqrt(dx * dx + dy * dy);
        if (!(away <= reach) || hidden.has(classification[i]!)) continue;
        const at = [
          n[0] * x + n[4] * y + n[8] * z + n[12],
          n[1] * x + n[5] * y + n[9] * z + n[13],
          n[2] * x + n[6] * y + n[10] * z + n[14],
        ] as const;
        if (!clips.keeps(at[0] + ox, at[1] + oy, at[2] + oz)) continue;
        found.push({ cloud, node, index: i, at, away, depth: depthOf(camera, at), spacing: node.spacing });
      }
    }
  }
  return found;
}

/** Distance in front of the camera. */
function depthOf({ matrixWorldInverse }: Camera, [x, y, z]: readonly [number, number, number]): number {
  const m = matrixWorldInverse.elements;
  return -(m[2] * x + m[6] * y + m[10] * z + m[14]);
}

/** Whether a cube from 0 to `side` may be seen within some pixels of a pixel. */
function nearBox(m: readonly number[], side: number, size: Pixel, pixel: Pixel, reach: number): boolean {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let corner = 0; corner < 8; corner++) {
    const [x, y, z] = [corner & 1 ? side : 0, corner & 2 ? side : 0, corner & 4 ? side : 0];
    const w = m[3]! * x + m[7]! * y + m[11]! * z + m[15]!;
    // A corner behind the eye: the box is around it or beside it.
    if (w <= 0) return true;
    const across = (((m[0]! * x + m[4]! * y + m[8]! * z + m[12]!) / w + 1) / 2) * size[0];
    const down = ((1 - (m[1]! * x + m[5]! * y + m[9]! * z + m[13]!) / w) / 2) * size[1];
    [left, right] = [Math.min(left, across), Math.max(right, across)];
    [top, bottom] = [Math.min(top, down), Math.max(bottom, down)];
  }
  return (
    pixel[0] >= left - reach &&
    pixel[0] <= right + reach &&
    pixel[1] >= top - reach &&
    pixel[1] <= bottom + reach
  );
}
