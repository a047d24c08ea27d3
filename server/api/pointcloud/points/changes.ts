import type { NodePoints } from '../../../formats/pointcloud/source.ts';

/** Classes that points get, node by node, until they are written. */
export class Changes {
  readonly nodes = new Map<string, Uint8Array>();
  /** Whose class is another than before. */
  points = 0;

  set(node: string, { classification }: NodePoints, i: number, to: number): void {
    if (classification[i] === to) return;
    const classes = this.nodes.get(node) ?? classification.slice();
    this.nodes.set(node, classes);
    classes[i] = to;
    this.points++;
  }
}
