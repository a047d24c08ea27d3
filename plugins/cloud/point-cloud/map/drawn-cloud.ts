import { Box3, Color, Sphere, Vector3 } from 'three';
import { PointCloudOctree, PointColorType, PointShape, PointSizeType, type Potree } from 'potree-core';
import type { Disposable } from '#core/kernel';
import type { CloudColour, CloudCoordinates, CloudLook } from '../api.ts';
import type { ClipTest } from '../model/clips.ts';
import { GRADIENT } from '../model/colours.ts';
import type { CloudSource } from '../model/source.ts';
import { CloudMaterial } from './material.ts';
import { CloudNode, type NodeOwner } from './cloud-node.ts';

const COLOUR_TYPES: Readonly<Record<CloudColour, PointColorType>> = {
  rgb: PointColorType.RGB,
  height: PointColorType.HEIGHT,
  intensity: PointColorType.INTENSITY_GRADIENT,
  class: PointColorType.CLASSIFICATION,
  return: PointColorType.RETURN_NUMBER,
  source: PointColorType.SOURCE,
  time: PointColorType.INTENSITY_GRADIENT,
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
/** Share of the intensities at each end that colours do not spread to: few points are that dark or bright. */
const TAIL = 0.02;

export interface CloudDrawingEvents {
  loaded(node: CloudNode): void;
  failed(error: unknown): void;
}

/** A cloud in the scene, loaded node by node. */
export class DrawnCloud implements Disposable {
  readonly octree: PointCloudOctree;
  readonly material = new CloudMaterial();
  readonly root: CloudNode;
  /** Of the points, in the scene. */
  readonly box: Box3;
  #colour: CloudColour = 'rgb';
  readonly #owner: NodeOwner;
  readonly #closing = new AbortController();
  #intensities: readonly [number, number] = [0, 65_535];

  /** `origin`: the scene's, in the coordinates of the cloud. */
  constructor(
    readonly id: string,
    readonly source: CloudSource,
    readonly origin: Vector3,
    potree: Potree,
    events: CloudDrawingEvents,
  ) {
    const corner = new Vector3(...source.root.corner);
    const { signal } = this.#closing;
    const owner: NodeOwner = (this.#owner = {
      source,
      corner,
      loading: 0,
      closed: signal,
      loaded: (node) => {
        if (node.level === 0) this.#spreadIntensities(node);
        events.loaded(node);
      },
      failed: events.failed,
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
      offset: corner.clone().sub(origin),
      disposed: false,
      dispose: () => this.root.traverse((node) => node.release()),
    };
    this.octree = new PointCloudOctree(potree, geometry as never, this.material);
    this.octree.minNodePixelSize = 60;
    this.box = tight.clone().translate(geometry.offset);
    this.material.shape = PointShape.CIRCLE;
    this.material.minSize = 1.5;
    this.material.gradient = GRADIENT.map((hex, i) => [i / (GRADIENT.length - 1), new Color(hex)]) as never;
    this.octree.updateMatrixWorld(true);
  }

  get loading(): boolean {
    return this.#owner.loading > 0;
  }

  /** What colours this cloud really has: without colours of its own, heights. */
  colourOf(wanted: CloudColour): CloudColour {
    if (wanted === 'rgb' && !this.source.hasColour) return 'height';
    return wanted === 'time' && !this.source.times ? 'height' : wanted;
  }

  setLook(
    look: CloudLook,
    own: { readonly colour: CloudColour | undefined; readonly opacity: number },
    sizes: { readonly metres: number; readonly unit: number; readonly heights: readonly [number, number] },
  ): void {
    const { material, source } = this;
    this.#colour = this.colourOf(own.colour ?? look.colour);
    material.pointColorType = COLOUR_TYPES[this.#colour];
    material.pointSizeType = SIZE_TYPES[look.pointSize];
    const metres = sizes.metres / sizes.unit;
    material.size = {
      fixed: FIXED * look.pointScale * (window.devicePixelRatio || 1),
      attenuated: (metres / source.spacing) * look.pointScale,
      adaptive: 0.4 * look.pointScale * (sizes.metres / CLOSED) ** 0.5,
    }[look.pointSize];
    material.opacity = own.opacity;
    material.rgbGamma = material.intensityGamma = 1 / look.gamma;
    material.rgbContrast = material.intensityContrast = look.contrast;
    const [low, high] = look.heights ?? sizes.heights;
    material.elevationRange = [low - this.origin.z, Math.max(low + 1e-6, high) - this.origin.z];
    material.intensityRange =
      this.#colour === 'time' ? [0, source.times![1] - source.times![0]] : [...this.#intensities];
    material.hideClasses(look.hiddenClasses);
  }

  cut(clips: ClipTest): void {
    this.material.cut(clips, [this.origin.x, this.origin.y, this.origin.z]);
  }

  /** The GPS time takes the place of the intensity where points are coloured by it. */
  beforeFrame(): void {
    for (const { sceneNode } of this.octree.visibleNodes) {
      const { geometry } = sceneNode;
      const { gpsTime, intensity } = geometry.attributes;
      if (!gpsTime || !intensity) continue;
      const own = (geometry.userData['intensity'] ??= intensity) as typeof intensity;
      const wanted = this.#colour === 'time' ? gpsTime : own;
      if (intensity !== wanted) geometry.setAttribute('intensity', wanted);
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
      const { x, y, z } = node.boundingBox.min.clone().add(this.octree.position).add(this.origin);
      before.set(node, points.classification.slice());
      for (let i = 0; i < points.count; i++) {
        const at: CloudCoordinates = [
          points.positions[3 * i]! + x,
          points.positions[3 * i + 1]! + y,
          points.positions[3 * i + 2]! + z,
        ];
        points.classification[i] = classOf(at, points.classification[i]!);
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
    this.octree.removeFromParent();
    this.octree.dispose();
    this.root.release();
  }

  #spreadIntensities({ points }: CloudNode): void {
    if (!points || points.count === 0) return;
    const sorted = points.intensity.toSorted();
    const low = sorted[Math.floor(sorted.length * TAIL)]!;
    const high = sorted[Math.ceil((sorted.length - 1) * (1 - TAIL))]!;
    this.#intensities = [low, Math.max(low + 1, high)];
    this.material.intensityRange =
      this.#colour === 'time' ? this.material.intensityRange : [...this.#intensities];
  }
}
