import { Box3, BufferAttribute, BufferGeometry, Sphere, Vector3 } from 'three';
import type { CloudComparison } from '../api.ts';
import { nameOfComparison, NO_DEVIATION } from '../model/deviations.ts';
import type { NodePoints } from '../model/points.ts';
import type { CloudSource, SourceNode } from '../model/source.ts';

/** Nodes that one cloud loads at a time. */
const MOST_LOADING = 8;
/** Milliseconds after which a node that failed is tried again. */
const RETRY = 20_000;

/** What its points have to have beyond the usual. */
export interface NodeNeeds {
  /** The attribute that colours. */
  readonly attribute: string | undefined;
  readonly normals: boolean;
  /** The other cloud that its deviations are from. */
  readonly comparison: CloudComparison | undefined;
}

/** What the nodes of a cloud share; potree-core sees it as its geometry. */
export interface NodeOwner {
  readonly source: CloudSource;
  /** The least corner of the cloud's cube, in the file's coordinates. */
  readonly corner: Vector3;
  loading: number;
  readonly closed: AbortSignal;
  needs: NodeNeeds;
  /** Names of the attributes of x, y and z of the normals; undefined: they are estimated. */
  readonly normalNames: readonly string[] | undefined;
  deviationsOf(
    node: SourceNode,
    comparison: CloudComparison,
    isWanted: () => boolean,
  ): Promise<Float32Array | undefined>;
  normalsOf(positions: Float32Array): Promise<Float32Array>;
  loaded(node: CloudNode): void;
  /** Something of it could not be read; it is tried again. */
  failed(node: CloudNode, error: unknown): void;
  /** Nothing of it is missing any more. */
  complete(node: CloudNode): void;
  redraw(): void;
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
  /** The attribute that colours, as far as it is there. */
  extra: { readonly name: string; readonly values: BufferAttribute } | undefined;
  /** Where no deviation is computed yet. */
  #blank: BufferAttribute | undefined;
  #supplying: Promise<void> | undefined;
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
      const { needs } = owner;
      const points =
        this.#of.count > 0
          ? await owner.source.points(this.#of, owner.closed, this.#extrasFor(needs))
          : undefined;
      if (owner.closed.aborted) return;
      const geometry = geometryOf(points);
      if (points) await this.#take(needs, points, geometry);
      if (owner.closed.aborted) return;
      this.points = points;
      this.geometry = geometry;
      this.loaded = true;
      owner.complete(this);
      owner.loaded(this);
      // It is drawn meanwhile.
      if (owner.needs.comparison) void this.supply().then(() => !owner.closed.aborted && owner.loaded(this));
    } catch (error) {
      this.failed = true;
      this.#retry(error, () => {
        this.failed = false;
        owner.redraw();
      });
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
    this.extra = undefined;
    this.#blank = undefined;
    this.loaded = false;
    this.#owner.complete(this);
  }

  /** Of its points, in a comparison; before they are computed, none. */
  deviations(comparison: string | undefined): BufferAttribute {
    if (this.extra && this.extra.name === comparison) return this.extra.values;
    const values = () => new Float32Array(this.points?.count ?? 0).fill(NO_DEVIATION);
    return (this.#blank ??= new BufferAttribute(values(), 1));
  }

  /** Adds what its points lack, while they stay drawn. */
  async supply(): Promise<void> {
    await this.#supplying;
    const owner = this.#owner;
    const { points, geometry } = this;
    if (!points || !geometry || owner.closed.aborted) return;
    const lacks = this.#lacks(owner.needs);
    if (lacks.attribute === undefined && !lacks.normals && !lacks.comparison) return;
    this.#supplying = this.#supply(lacks, points, geometry).finally(() => (this.#supplying = undefined));
    await this.#supplying;
  }

  async #supply(lacks: NodeNeeds, points: NodePoints, geometry: BufferGeometry): Promise<void> {
    const owner = this.#owner;
    try {
      const names = this.#extrasFor(lacks);
      const read = names.length > 0 ? await owner.source.points(this.#of, owner.closed, names) : points;
      if (this.geometry === geometry) await this.#take(lacks, read, geometry);
      if (lacks.comparison) await this.#compare(lacks.comparison, geometry);
      owner.complete(this);
    } catch (error) {
      this.#retry(error, () => void this.supply().then(() => owner.loaded(this)));
    }
  }

  async #compare(comparison: CloudComparison, geometry: BufferGeometry): Promise<void> {
    const owner = this.#owner;
    const isWanted = () => this.geometry === geometry && owner.needs.comparison === comparison;
    const found = await owner.deviationsOf(this.#of, comparison, isWanted);
    if (found && isWanted())
      this.extra = { name: nameOfComparison(comparison), values: new BufferAttribute(found, 1) };
  }

  #lacks({ attribute, normals, comparison }: NodeNeeds): NodeNeeds {
    return {
      comparison: comparison && this.extra?.name === nameOfComparison(comparison) ? undefined : comparison,
      attribute: this.extra?.name === attribute ? undefined : attribute,
      normals: normals && !this.geometry?.hasAttribute('normal'),
    };
  }

  #extrasFor({ attribute, normals }: NodeNeeds): string[] {
    const { normalNames = [] } = this.#owner;
    return [...(attribute === undefined ? [] : [attribute]), ...(normals ? normalNames : [])];
  }

  /** Takes the columns that were read for these needs. */
  async #take(
    { attribute, normals }: NodeNeeds,
    { extras, positions, count }: NodePoints,
    geometry: BufferGeometry,
  ): Promise<void> {
    const owner = this.#owner;
    const columns = [...extras];
    if (attribute !== undefined)
      this.extra = { name: attribute, values: new BufferAttribute(columns.shift()!, 1) };
    if (!normals) return;
    const found = owner.normalNames ? interleaved(columns, count) : await owner.normalsOf(positions);
    geometry.setAttribute('normal', new BufferAttribute(found, 3));
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
        owner.complete(this);
        owner.loaded(this);
      },
      (error: unknown) => this.#retry(error, () => this.renew()),
    );
  }

  #retry(error: unknown, again: () => void): void {
    const owner = this.#owner;
    if (owner.closed.aborted) return;
    owner.failed(this, error);
    setTimeout(() => !owner.closed.aborted && again(), RETRY);
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

function interleaved(columns: readonly Float32Array[], count: number): Float32Array {
  const all = new Float32Array(3 * count);
  columns.forEach((column, axis) => column.forEach((value, i) => (all[3 * i + axis] = value)));
  return all;
}

export function geometryOf(points: NodePoints | undefined): BufferGeometry {
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
