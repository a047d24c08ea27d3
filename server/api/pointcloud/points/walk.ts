import type { CloudSelection } from '#core/protocol';
import { selectionRegion, type Region } from '../../../formats/pointcloud/region.ts';
import type { CloudNode, NodePoints, PointSource, Vector3 } from '../../../formats/pointcloud/source.ts';
import type { Cloud } from './cloud.ts';

/** Nodes that are read ahead, so that a remote storage is not waited for one by one. */
const AHEAD = 4;

export interface Limits {
  /** Seconds of work. */
  seconds: number;
  points: number;
  level?: number | undefined;
  spacing?: number | undefined;
  /** With the rest of the points, which only files need. */
  whole?: boolean | undefined;
}

export type Stop = 'time' | 'points' | 'level' | null;

/** The points of a node that are inside a selection. */
export interface SelectedPoints {
  node: CloudNode;
  points: NodePoints;
  /** Their indices in the node, rising. */
  chosen: Uint32Array;
}

/** Walks the nodes of a cloud that a selection meets, from coarse to fine. */
export class Walk {
  readonly cloud: Cloud;
  readonly #region: Region;
  readonly #classes: Uint8Array | undefined;
  readonly #limits: Limits;
  readonly #deadline: number;
  stoppedBy: Stop = null;
  points = 0;
  nodes = 0;

  constructor(cloud: Cloud, selection: CloudSelection, limits: Limits) {
    this.cloud = cloud;
    this.#region = selectionRegion(selection);
    if (selection.classes) {
      this.#classes = new Uint8Array(256);
      for (const each of selection.classes) this.#classes[each] = 1;
    }
    this.#limits = limits;
    this.#deadline = performance.now() + limits.seconds * 1000;
  }

  get complete(): boolean {
    return this.stoppedBy === null;
  }

  async *selected(): AsyncGenerator<SelectedPoints> {
    const root = await this.cloud.root();
    let level = root && this.#meets(root) ? [root] : [];
    for (let depth = 0; level.length > 0; depth++) {
      if (this.#tooFine(depth)) {
        this.stoppedBy = 'level';
        return;
      }
      for await (const found of this.#level(level)) yield found;
      if (this.stoppedBy !== null) return;
      const below: CloudNode[] = [];
      for (const node of level)
        for (const child of await this.cloud.children(node)) if (this.#meets(child)) below.push(child);
      level = below;
    }
  }

  /** The nodes that may have points of the selection, without reading any. */
  async nodesMet(): Promise<CloudNode[]> {
    const root = await this.cloud.root();
    const met = root && this.#meets(root) ? [root] : [];
    for (const node of met)
      for (const child of await this.cloud.children(node)) if (this.#meets(child)) met.push(child);
    return met;
  }

  async *#level(level: readonly CloudNode[]): AsyncGenerator<SelectedPoints> {
    const coming: Promise<NodePoints>[] = [];
    const start = (i: number) => {
      const node = level[i];
      if (!node) return;
      coming[i] = this.cloud.load(node, this.#limits.whole);
      coming[i].catch(() => {});
    };
    for (let i = 0; i < AHEAD; i++) start(i);
    for (const [i, node] of level.entries()) {
      if (performance.now() > this.#deadline) {
        this.stoppedBy = 'time';
        return;
      }
      const points = await coming[i]!;
      delete coming[i];
      start(i + AHEAD);
      let chosen = choose(points, this.cloud.source, this.#region, this.#classes);
      const room = this.#limits.points - this.points;
      if (chosen.length > room) {
        chosen = chosen.subarray(0, room);
        this.stoppedBy = 'points';
      }
      this.points += chosen.length;
      if (chosen.length > 0) {
        this.nodes++;
        yield { node, points, chosen };
      }
      if (this.stoppedBy !== null) return;
    }
  }

  #tooFine(depth: number): boolean {
    const { level = Infinity, spacing = 0 } = this.#limits;
    // Half a millionth more: a spacing that was halved and printed is still that of its level.
    return depth > level || (depth > 0 && this.cloud.source.spacing / 2 ** depth < spacing * (1 - 5e-7));
  }

  /** Its bounds are widened by two steps of the coordinates, because they were rounded. */
  #meets({ min, max }: CloudNode): boolean {
    const { scale } = this.cloud.source;
    const low = min.map((each, i) => each - 2 * scale[i]!) as Vector3;
    const high = max.map((each, i) => each + 2 * scale[i]!) as Vector3;
    return this.#region.meets(low, high);
  }
}

/** Indices of the points inside a region and of the wanted classes. */
function choose(
  { count, positions, classification }: NodePoints,
  { scale, offset }: PointSource,
  region: Region,
  classes: Uint8Array | undefined,
): Uint32Array {
  const chosen = new Uint32Array(count);
  const [sx, sy, sz] = scale;
  const [ox, oy, oz] = offset;
  let n = 0;
  for (let i = 0; i < count; i++) {
    if (classes && classes[classification[i]!] === 0) continue;
    const at = 3 * i;
    if (region.has(positions[at]! * sx + ox, positions[at + 1]! * sy + oy, positions[at + 2]! * sz + oz))
      chosen[n++] = i;
  }
  return chosen.subarray(0, n);
}
