import type { Api } from '#core/api';
import { AppError } from '#core/kernel';
import { editedNodeClasses, listCloudEdits, listEditedNodes } from '#core/protocol';
import type { CloudAttribute } from '../api.ts';
import type { NodePoints, Triple } from './points.ts';
import type { CloudSource, SourceNode } from './source.ts';

/** Names of edited nodes, each with the version that last changed it. */
type EditedNodes = Readonly<Record<string, number>>;

interface EditedCloud {
  readonly id: string;
  /** The newest version of the classes. Default: that of the list of edits. */
  readonly newest?: (() => Promise<number>) | undefined;
}

/** A cloud with the classes that people gave its points, which are stored beside the file. */
export class EditedClasses implements CloudSource {
  readonly kind: 'copc' | 'octree';
  readonly root: SourceNode;
  readonly min: Triple;
  readonly max: Triple;
  readonly scale: Triple;
  readonly offset: Triple;
  readonly spacing: number;
  readonly hasColour: boolean;
  readonly times: readonly [number, number] | undefined;
  readonly attributes: readonly CloudAttribute[];
  readonly #file: CloudSource;
  readonly #api: Pick<Api, 'call' | 'bytes'>;
  readonly #cloud: EditedCloud;
  #edited: Promise<EditedNodes> | undefined;

  constructor(file: CloudSource, api: Pick<Api, 'call' | 'bytes'>, cloud: EditedCloud) {
    this.#file = file;
    this.kind = file.kind;
    this.#api = api;
    this.#cloud = cloud;
    ({ root: this.root, min: this.min, max: this.max, scale: this.scale, offset: this.offset } = file);
    ({ spacing: this.spacing, hasColour: this.hasColour, times: this.times } = file);
    this.attributes = file.attributes;
  }

  expand(node: SourceNode, signal?: AbortSignal): Promise<void> {
    return this.#file.expand(node, signal);
  }

  async points(node: SourceNode, signal?: AbortSignal, extras?: readonly string[]): Promise<NodePoints> {
    const [points] = await Promise.all([this.#file.points(node, signal, extras), this.#nodes()]);
    for (;;) {
      const asked = this.#nodes();
      const classes = await this.#classesOf(node, await asked, signal);
      // Changed meanwhile: once more.
      if (asked !== this.#edited) continue;
      if (!classes) return points;
      if (classes.length !== points.count) throw new AppError('cloud-node-cut', nameOf(node, this));
      points.classification.set(classes);
      return points;
    }
  }

  /** The classes have changed. */
  renew(): void {
    this.#edited = undefined;
  }

  async #classesOf(
    node: SourceNode,
    edited: EditedNodes,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array | undefined> {
    const { id } = this.#cloud;
    const name = nameOf(node, this);
    const version = edited[name];
    if (version === undefined) return undefined;
    const params = { id, version, node: name };
    const { data } = await this.#api.bytes(editedNodeClasses, { params }, signal && { signal });
    return new Uint8Array(data ?? new ArrayBuffer(0));
  }

  /** Asked once for all nodes; again after a failure. */
  #nodes(): Promise<EditedNodes> {
    if (this.#edited) return this.#edited;
    const asked = this.#ask();
    this.#edited = asked;
    asked.catch(() => {
      if (this.#edited === asked) this.#edited = undefined;
    });
    return asked;
  }

  async #ask(): Promise<EditedNodes> {
    const { id, newest } = this.#cloud;
    const version = newest
      ? await newest()
      : (await this.#api.call(listCloudEdits, { params: { id } })).data.version;
    if (version === 0) return {};
    return (await this.#api.call(listEditedNodes, { params: { id, version } })).data.nodes;
  }
}

/** As the server names the node: `r024` in an octree, level and place in a COPC file. */
export function nameOf(node: SourceNode, { root, kind }: Pick<CloudSource, 'root' | 'kind'>): string {
  const cell = root.side / 2 ** node.level;
  const [x, y, z] = node.corner.map((value, axis) => Math.round((value - root.corner[axis]!) / cell)) as [
    number,
    number,
    number,
  ];
  if (kind === 'copc') return `${node.level}-${x}-${y}-${z}`;
  const children = Array.from({ length: node.level }, (_, i) => {
    const bit = 2 ** (node.level - 1 - i);
    const at = (value: number) => Math.floor(value / bit) % 2;
    return 4 * at(x) + 2 * at(y) + at(z);
  });
  return `r${children.join('')}`;
}
