import { Box3, Matrix4, Points, Sphere, Vector3 } from 'three';
import { PointCloudOctree, PointColorType, PointShape, PointSizeType, type Potree } from 'potree-core';
import type { Disposable } from '#core/kernel';
import type { CloudColour, CloudComparison, CloudCoordinates, CloudLook, PlainColour } from '../api.ts';
import type { ClipTest } from '../model/clips.ts';
import { extraOf } from '../model/colours.ts';
import { nameOfComparison, type NodeDeviations } from '../model/deviations.ts';
import { nameOf } from '../model/edited-classes.ts';
import type { CloudPlacing } from '../model/placing.ts';
import { emptyPoints, type Triple } from '../model/points.ts';
import type { CloudSource } from '../model/source.ts';
import { spreadOf, spreadOfHeights } from '../model/spread.ts';
import { CloudMaterial } from './material.ts';
import { CloudNode, geometryOf, type NodeNeeds, type NodeOwner } from './cloud-node.ts';

const COLOUR_TYPES: Readonly<Record<PlainColour, PointColorType>> = {
  rgb: PointColorType.RGB,
  height: PointColorType.HEIGHT,
  intensity: PointColorType.INTENSITY_GRADIENT,
  class: PointColorType.CLASSIFICATION,
  return: PointColorType.RETURN_NUMBER,
  source: PointColorType.SOURCE,
  time: PointColorType.INTENSITY_GRADIENT,
  normal: PointColorType.NORMAL,
};
const SIZE_TYPES = {
  fixed: PointSizeType.FIXED,
  attenuated: PointSizeType.ATTENUATED,
  adaptive: PointSizeType.ADAPTIVE,
} as const;
/** CSS pixels of a point of fixed size. */
const FIXED = 2.5;
/** The size in metres at which adaptive points just close their surface. */
const CLOSED = 0.15;

export interface CloudDrawingEvents {
  loaded(node: CloudNode): void;
  /** A node could not be read; it is tried again. */
  failed(error: unknown): void;
  /** All nodes that had failed have been read. */
  complete(): void;
  redraw(): void;
}

/** Nodes that are supplied at a time with what they lack. */
const AT_A_TIME = 4;
/** Names that programs give to the parts of normals. */
const NORMAL_NAMES = [
  ['normalx', 'normaly', 'normalz'],
  ['nx', 'ny', 'nz'],
] as const;

/** A cloud in the scene, loaded node by node. */
export class DrawnCloud implements Disposable {
  readonly octree: PointCloudOctree;
  readonly material = new CloudMaterial();
  readonly root: CloudNode;
  /** Drawn until the first points are there: the graphics card compiles the shaders of its material meanwhile. */
  readonly warmUp: Points;
  /** Of the points, in the scene. */
  readonly box: Box3;
  /** From what potree-core draws, which begins at the corner of the cloud's cube, to the scene. */
  readonly matrix: Matrix4;
  readonly #corner: Triple;
  #shown: CloudPlacing | undefined;
  #colour: CloudColour = 'rgb';
  #comparison: CloudComparison | undefined;
  readonly #owner: NodeOwner;
  readonly #closing = new AbortController();
  readonly #failing = new Set<CloudNode>();
  #intensities: readonly [number, number] = [0, 65_535];
  #heights: readonly [number, number] | undefined;
  /** Of each further attribute, as the root's points are spread over the cloud. */
  readonly #ranges = new Map<string, readonly [number, number]>();

  /** `origin`: the scene's, in the coordinates of the view. */
  constructor(
    readonly id: string,
    readonly source: CloudSource,
    readonly placing: CloudPlacing,
    readonly origin: Vector3,
    potree: Potree,
    computed: Pick<NodeOwner, 'normalsOf'> & { readonly deviations: NodeDeviations },
    events: CloudDrawingEvents,
  ) {
    this.#corner = source.root.corner;
    const corner = new Vector3(...source.root.corner);
    this.matrix = matrixOf(placing, source.root.corner, origin);
    const { signal } = this.#closing;
    const owner: NodeOwner = (this.#owner = {
      source,
      corner,
      loading: 0,
      closed: signal,
      needs: { attribute: undefined, normals: false, comparison: undefined },
      normalNames: normalNamesOf(source),
      normalsOf: computed.normalsOf,
      deviationsOf: (node, comparison, isWanted) =>
        computed.deviations.of(comparison, nameOf(node, source), isWanted, signal),
      loaded: (node) => {
        if (node.level === 0) {
          this.#endWarmUp();
          this.#spread(node);
        }
        events.loaded(node);
      },
      failed: (node, error) => {
        this.#failing.add(node);
        events.failed(error);
      },
      complete: (node) => {
        if (this.#failing.delete(node) && this.#failing.size === 0) events.complete();
      },
      redraw: events.redraw,
    });
    this.root = new CloudNode(owner, source.root);
    const size = new Vector3().setScalar(source.root.side);
    const cube = new Box3(new Vector3(), size);
    const tight = new Box3(new Vector3(...source.min).sub(corner), new Vector3(...source.max).sub(corner));
    const geometry = {
      root: this.root,
      boundingBox: cube,
      tightBoundingBox: tight,
      boundingSphere: cube.getBoundingSphere(new Sphere()),
      tightBoundingSphere: tight.getBoundingSphere(new Sphere()),
      spacing: source.spacing,
      offset: new Vector3().setFromMatrixPosition(this.matrix),
      disposed: false,
      dispose: () => this.root.traverse((node) => node.release()),
    };
    this.octree = new PointCloudOctree(potree, geometry as never, this.material);
    this.octree.matrixAutoUpdate = false;
    this.octree.matrix.copy(this.matrix);
    this.octree.minNodePixelSize = 60;
    this.box = tight.clone().applyMatrix4(this.matrix);
    this.material.shape = PointShape.CIRCLE;
    this.material.minSize = 1.5;
    this.warmUp = warmUpPoint(source, this.material);
    this.octree.updateMatrixWorld(true);
  }

  /** Moved to where somebody tries to place it; undefined: where it is. */
  showAt(placing: CloudPlacing | undefined): void {
    this.#shown = placing;
    this.matrix.copy(matrixOf(placing ?? this.placing, this.#corner, this.origin));
    this.octree.matrix.copy(this.matrix);
    this.octree.updateMatrixWorld(true);
  }

  /** Whether nothing of it that was wanted is missing. */
  get isComplete(): boolean {
    return this.#failing.size === 0;
  }

  get loading(): boolean {
    return this.#owner.loading > 0;
  }

  /** What colours this cloud really has: without colours of its own, heights. */
  colourOf(wanted: CloudColour): CloudColour {
    const { source } = this;
    if (wanted === 'deviation') return this.#comparison ? wanted : this.colourOf('rgb');
    if (wanted === 'rgb' && !source.hasColour) return 'height';
    const extra = extraOf(wanted);
    if (extra !== undefined && !source.attributes.some(({ name }) => name === extra)) return 'height';
    return wanted === 'time' && !source.times ? 'height' : wanted;
  }

  setLook(
    look: CloudLook,
    own: { readonly colour: CloudColour | undefined; readonly opacity: number },
    sizes: {
      readonly metres: number;
      readonly unit: number;
      readonly heights: readonly [number, number];
      /** Over which the colours of a palette are spread, in units of the cloud; undefined: as the points are. */
      readonly range: readonly [number, number] | undefined;
    },
  ): void {
    const { material, source } = this;
    this.#comparison = look.comparison?.cloudId === this.id ? look.comparison : undefined;
    const wanted = own.colour ?? look.colour;
    this.#colour = this.colourOf(wanted);
    const extra = extraOf(this.#colour);
    material.pointColorType = COLOUR_TYPES[this.#colour as PlainColour] ?? PointColorType.INTENSITY_GRADIENT;
    material.palette = look.palette;
    material.setShade(look.shade, look.shadeShare);
    this.#need({
      attribute: extra,
      normals: this.#colour === 'normal' || look.shade === 'normal',
      comparison: this.#colour === 'deviation' ? this.#comparison : undefined,
    });
    material.pointSizeType = SIZE_TYPES[look.pointSize];
    const metres = sizes.metres / sizes.unit;
    material.size = {
      fixed: FIXED * look.pointScale * (window.devicePixelRatio || 1),
      attenuated: (metres / source.spacing) * look.pointScale,
      adaptive: 0.4 * look.pointScale * (sizes.metres / CLOSED) ** 0.5,
    }[look.pointSize];
    material.opacity = own.opacity;
    material.setAdjustment(look);
    const isOfHeights = this.#colour === 'height' && wanted === 'height';
    const [low, high] = (isOfHeights && sizes.range) || sizes.heights;
    material.elevationRange = [low - this.origin.z, Math.max(low + 1e-6, high) - this.origin.z];
    const range = this.#colour === 'height' ? undefined : sizes.range;
    material.intensityRange = [...((this.#colour === 'intensity' && range) || this.#intensities)];
    material.setScalar(this.#scalarRange(range));
    material.setTolerance(this.#colour === 'deviation' ? this.#comparison?.tolerance : undefined);
    material.hideClasses(look.hiddenClasses);
  }

  /** The coordinates of a point of a node in the view: short numbers of the graphics card are put back on their grid. */
  coordinatesOf(node: CloudNode, index: number): CloudCoordinates {
    const { scale, offset } = this.source;
    const { min } = node.boundingBox;
    const positions = node.points!.positions;
    const stored = [min.x, min.y, min.z].map((value, axis) => {
      const near = positions[3 * index + axis]! + value + this.#corner[axis]!;
      return Math.round((near - offset[axis]!) / scale[axis]!) * scale[axis]! + offset[axis]!;
    });
    return (this.#shown ?? this.placing).toView(stored as unknown as Triple);
  }

  cut(clips: ClipTest): void {
    this.material.cut(clips, [this.origin.x, this.origin.y, this.origin.z]);
  }

  /** What colours of heights are spread over, in the scene; of its box until its first points are there. */
  get heights(): readonly [number, number] {
    return this.#heights ?? [this.box.min.z, this.box.max.z];
  }

  /** What the colours of a palette are spread over, unless a person says; undefined: of another colour. */
  rangeOf(colour: CloudColour): readonly [number, number] | undefined {
    if (colour === 'intensity') return this.#intensities;
    if (colour === 'time') return this.source.times;
    const extra = extraOf(colour);
    return extra === undefined ? undefined : this.#ranges.get(extra);
  }

  /** Gives the nodes in view the attribute by which they are coloured. */
  beforeFrame(): void {
    const extra = extraOf(this.#colour);
    const isCompared = this.#colour === 'deviation';
    if (extra === undefined && this.#colour !== 'time' && !isCompared) return;
    const comparison = this.#comparison && nameOfComparison(this.#comparison);
    for (const { sceneNode, geometryNode } of this.octree.visibleNodes) {
      const { geometry } = sceneNode;
      const node = geometryNode as unknown as CloudNode;
      const wanted = isCompared
        ? node.deviations(comparison)
        : extra === undefined
          ? geometry.attributes['gpsTime']
          : node.extra?.values;
      if (wanted && geometry.attributes['scalar'] !== wanted) geometry.setAttribute('scalar', wanted);
    }
  }

  /** Loads its nodes again as they come into view. */
  reload(): void {
    this.source.renew?.();
    this.root.traverse((node) => node.dispose());
    this.root.renew();
  }

  /** Shows other classes at the loaded points; returns what restores them. */
  previewClasses(classOf: (coordinates: CloudCoordinates, before: number) => number): () => void {
    const before = new Map<CloudNode, Uint8Array>();
    this.root.traverse((node) => {
      const { points } = node;
      if (!points) return;
      const { min } = node.boundingBox;
      const at = new Vector3();
      before.set(node, points.classification.slice());
      for (let i = 0; i < points.count; i++) {
        at.fromArray(points.positions, 3 * i)
          .add(min)
          .applyMatrix4(this.matrix)
          .add(this.origin);
        points.classification[i] = classOf([at.x, at.y, at.z], points.classification[i]!);
      }
      node.touchClasses();
    });
    return () => {
      for (const [node, classes] of before) {
        node.points?.classification.set(classes);
        node.touchClasses();
      }
    };
  }

  dispose(): void {
    this.#closing.abort();
    this.#endWarmUp();
    this.octree.removeFromParent();
    this.octree.dispose();
    this.root.release();
  }

  #endWarmUp(): void {
    this.warmUp.removeFromParent();
    this.warmUp.geometry.dispose();
  }

  /** Seconds after the first, or as the attribute is stored. */
  #scalarRange(range: readonly [number, number] | undefined): readonly [number, number] | undefined {
    const { times } = this.source;
    if (this.#colour === 'time' && times) {
      const [first, last] = range ?? times;
      return [first - times[0], Math.max(first + 1e-6, last) - times[0]];
    }
    if (this.#colour === 'deviation') return range ?? this.#comparison?.range;
    const extra = extraOf(this.#colour);
    return extra === undefined ? undefined : (range ?? this.#ranges.get(extra) ?? [0, 1]);
  }

  /** Loads what the nodes lack, the coarse ones first. */
  #need(needs: NodeNeeds): void {
    const owner = this.#owner;
    const { attribute, normals, comparison } = owner.needs;
    if (attribute === needs.attribute && normals === needs.normals && comparison === needs.comparison) return;
    owner.needs = needs;
    if (needs.attribute === undefined && !needs.normals && !needs.comparison) return;
    const nodes: CloudNode[] = [];
    this.root.traverse((node) => node.loaded && nodes.push(node));
    nodes.sort((one, other) => one.level - other.level);
    const next = async (): Promise<void> => {
      for (let node = nodes.shift(); node && owner.needs === needs; node = nodes.shift()) {
        await node.supply();
        if (!owner.closed.aborted) owner.loaded(node);
      }
    };
    for (let i = 0; i < AT_A_TIME; i++) void next();
  }

  /** In the scene. */
  #heightsOf({ points, boundingBox }: CloudNode): Float32Array {
    const at = new Vector3();
    return Float32Array.from({ length: points!.count }, (_, i) => {
      at.fromArray(points!.positions, 3 * i).add(boundingBox.min);
      return at.applyMatrix4(this.matrix).z;
    });
  }

  /** Of the root's points, which are spread over the cloud. */
  #spread(node: CloudNode): void {
    const { points, extra } = node;
    if (!points || points.count === 0) return;
    const { material } = this;
    this.#intensities = spreadOf(points.intensity);
    this.#heights = spreadOfHeights(this.#heightsOf(node), points.classification);
    if (this.#colour !== 'intensity') material.intensityRange = [...this.#intensities];
    if (!extra || this.#colour === 'deviation' || this.#ranges.has(extra.name)) return;
    this.#ranges.set(extra.name, spreadOf(extra.values.array as Float32Array));
    if (extraOf(this.#colour) === extra.name) material.setScalar(this.#ranges.get(extra.name));
  }
}

/** A point with all attributes, too far away to be seen. */
function warmUpPoint({ hasColour, times }: CloudSource, material: CloudMaterial): Points {
  const points = emptyPoints(1, hasColour, times !== undefined);
  points.positions.fill(1e12);
  const warmUp = new Points(geometryOf(points), material);
  warmUp.frustumCulled = false;
  return warmUp;
}

function normalNamesOf({ attributes }: CloudSource): readonly string[] | undefined {
  for (const names of NORMAL_NAMES) {
    const found = names.flatMap((name) => attributes.find((one) => one.name.toLowerCase() === name) ?? []);
    if (found.length === names.length) return found.map(({ name }) => name);
  }
  return undefined;
}

function matrixOf({ drawn }: CloudPlacing, corner: Triple, origin: Vector3): Matrix4 {
  const [[a, b, c], [d, e, f], [g, h, i]] = drawn.matrix;
  const at = drawn.toMap(corner);
  const [x, y, z] = [at[0] - origin.x, at[1] - origin.y, at[2] - origin.z];
  return new Matrix4().set(a, b, c, x, d, e, f, y, g, h, i, z, 0, 0, 0, 1);
}
