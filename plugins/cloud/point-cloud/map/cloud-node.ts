import { Box3, BufferAttribute, BufferGeometry, Sphere, Vector3 } from 'three';
import type { NodePoints } from '../model/points.ts';
import type { CloudSource, SourceNode } from '../model/source.ts';

/** Nodes that one cloud loads at a time. */
const MOST_LOADING = 8;
/** Milliseconds after which a node that failed is tried again. */
const RETRY = 20_000;

/** What the nodes of a cloud share; potree-core sees it as its geometry. */
export interface NodeOwner {
  readonly source: CloudSource;
  /** The least corner of the cloud's cube, in the file's coordinates. */
  readonly corner: Vector3;
  loading: number;
  readonly closed: AbortSignal;
  loaded(node: CloudNode): void;
  failed(error: unknown): void;
}

let nextId = 0;

/** A node of a cloud as potree-core wants it: loaded when it comes into view, disposed when memory is short. */
export class CloudNode {
  readonly id = nextId++;
  readonly name: string;
  readonly level: number;
  readonly index: number;
  readonly spacing: number;
  readonly boundingBox: Box3;
  readonly boundingSphere: Sphere;
  readonly isTreeNode = false;
  readonly isGeometryNode = true;
  readonly parent: CloudNode | null;
  readonly children: (CloudNode | null)[] = Array<null>(8).fill(null);
  oneTimeDisposeHandlers: (() => void)[] = [];
  loaded = false;
  loading = false;
  failed = false;
  isLeafNode = false;
  geometry: BufferGeometry | undefined;
  points: NodePoints | undefined;
  readonly #owner: NodeOwner;
  readonly #of: SourceNode;

  constructor(owner: NodeOwner, of: SourceNode, index = 0, parent: CloudNode | null = null) {
    this.#owner = owner;
    this.#of = of;
    this.index = index;
    this.parent = parent;
    this.level = of.level;
    this.name = parent ? `${parent.name}${index}` : 'r';
    this.spacing = owner.source.spacing / 2 ** of.level;
    const least = new Vector3(...of.corner).sub(owner.corner);
    this.boundingBox = new Box3(least, least.clone().addScalar(of.side));
    this.boundingSphere = this.boundingBox.getBoundingSphere(new Sphere());
    this.#grow();
  }

  get numPoints(): number {
    return this.#of.count;
  }

  async load(): Promise<void> {
    const owner = this.#owner;
    if (this.loaded || this.loading || this.failed || owner.loading >= MOST_LOADING) return;
    this.loading = true;
    owner.loading++;
    try {
      if (this.#of.page) {
        await owner.source.expand(this.#of, owner.closed);
        this.#grow();
      }
      const points = this.#of.count > 0 ? await owner.source.points(this.#of, owner.closed) : undefined;
      if (owner.closed.aborted) return;
      this.points = points;
      this.geometry = geometryOf(points);
      this.loaded = true;
      owner.loaded(this);
    } catch (error) {
      if (owner.closed.aborted) return;
      this.failed = true;
      setTimeout(() => (this.failed = false), RETRY);
      owner.failed(error);
    } finally {
      this.loading = false;
      owner.loading--;
    }
  }

  dispose(): void {
    if (!this.geometry || this.parent === null) return;
    this.release();
    for (const handler of this.oneTimeDisposeHandlers.splice(0)) handler();
  }

  /** Frees its points, also those of the root. */
  release(): void {
    this.geometry?.dispose();
    this.geometry = undefined;
    this.points = undefined;
    this.loaded = false;
  }

  /** Its classes have changed. */
  touchClasses(): void {
    const classes = this.geometry?.getAttribute('classification');
    if (classes) classes.needsUpdate = true;
  }

  /** Reads the points of a node again that stays drawn meanwhile. */
  renew(): void {
    if (!this.loaded || this.#of.count === 0) return;
    const owner = this.#owner;
    owner.source.points(this.#of, owner.closed).then(
      (points) => {
        if (owner.closed.aborted || !this.points) return;
        this.points.classification.set(points.classification);
        this.touchClasses();
        owner.loaded(this);
      },
      (error: unknown) => !owner.closed.aborted && owner.failed(error),
    );
  }

  traverse(visit: (node: CloudNode) => void, includeSelf = true): void {
    if (includeSelf) visit(this);
    for (const child of this.children) child?.traverse(visit);
  }

  #grow(): void {
    this.#of.children.forEach((child, i) => {
      if (child && !this.children[i]) this.children[i] = new CloudNode(this.#owner, child, i, this);
    });
    this.isLeafNode = !this.#of.page && this.children.every((child) => child === null);
  }
}

function geometryOf(points: NodePoints | undefined): BufferGeometry {
  const geometry = new BufferGeometry();
  const add = (name: string, values: ArrayLike<number> | undefined, size = 1, normalized = false) => {
    if (values) geometry.setAttribute(name, new BufferAttribute(values as Float32Array, size, normalized));
  };
  add('position', points?.positions ?? new Float32Array(0), 3);
  add('color', points?.colours, 3, true);
  add('intensity', points?.intensity);
  add('classification', points?.classification);
  add('returnNumber', points?.returnNumber);
  add('numberOfReturns', points?.numberOfReturns);
  add('pointSourceID', points?.source);
  add('gpsTime', points?.time);
  return geometry;
}
