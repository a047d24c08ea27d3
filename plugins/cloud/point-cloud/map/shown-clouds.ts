import { Box3, Matrix4, Vector3 } from 'three';
import type { Extent } from '#core/document';
import type { Disposable } from '#core/kernel';
import type { PointsIn, Position } from '#core/protocol';
import type { CloudAttribute, CloudColour, CloudCoordinates, CloudLook, ShownCloud } from '../api.ts';
import type { ClipTest } from '../model/clips.ts';
import type { NodeDeviations } from '../model/deviations.ts';
import type { CloudFrame } from '../model/frame.ts';
import { GroundGrid } from '../model/ground-grid.ts';
import type { CloudPlacing } from '../model/placing.ts';
import type { CloudSource } from '../model/source.ts';
import type { CloudNode } from './cloud-node.ts';
import { DrawnCloud } from './drawn-cloud.ts';
import type { CloudScene } from './scene.ts';

/** Rows and columns of the levels of the ground that are made from the first nodes. */
const GROUND_LEVELS = 2;

export interface ShownCloudsOptions {
  readonly scene: CloudScene;
  readonly frame: CloudFrame;
  /** The scene's origin, in the coordinates of the view. */
  readonly origin: Vector3;
  /** As the stage knows it. */
  readonly cloudOf: (id: string) => ShownCloud | undefined;
  readonly normalsOf: (positions: Float32Array) => Promise<Float32Array>;
  readonly deviations: NodeDeviations;
  /** Called with the classes of points that have been loaded. */
  readonly seen: (classes: Iterable<number>) => void;
  readonly positionOf: (place: Vector3) => Position;
  /** The ground has changed. */
  readonly grounded: () => void;
  /** Ranges of values have become known. */
  readonly spread: () => void;
  readonly redraw: () => void;
}

/** The clouds in the scene, and the ground below them. */
export class ShownClouds {
  readonly #options: ShownCloudsOptions;
  readonly bounds = { middle: new Vector3(), diameter: 100 };
  #ground: GroundGrid | undefined;
  #look: CloudLook | undefined;
  #clips: ClipTest | undefined;
  #pointSize = 0.15;

  constructor(options: ShownCloudsOptions) {
    this.#options = options;
  }

  get all(): readonly DrawnCloud[] {
    return this.#options.scene.clouds;
  }

  of(id: string): DrawnCloud | undefined {
    return this.all.find((one) => one.id === id);
  }

  /** Draws a cloud where it is placed. */
  add(
    id: string,
    source: CloudSource,
    placing: CloudPlacing,
    events: {
      /** All that was to be drawn of it was read. */
      drawn(): void;
      /** Parts of it could not be read, and are tried again. */
      incomplete(error: unknown): void;
      failed(error: unknown): void;
    },
  ): void {
    const { scene, origin, seen, spread, redraw } = this.#options;
    const cloud: DrawnCloud = new DrawnCloud(id, source, placing, origin, scene.potree, this.#options, {
      loaded: (node) => {
        this.#loaded(cloud, node);
        seen(new Set(node.points?.classification));
        if (node.level === 0) {
          if (cloud.isComplete) events.drawn();
          this.#applyLook();
          spread();
        }
      },
      failed: (error) => (cloud.root.loaded ? events.incomplete(error) : events.failed(error)),
      complete: () => cloud.root.loaded && events.drawn(),
      redraw,
    });
    scene.add(cloud);
    this.#measure();
    if (this.#clips) cloud.cut(this.#clips);
    this.#applyLook();
    // The octree is loaded by frames, which draw on request.
    redraw();
  }

  remove(id: string): void {
    const cloud = this.of(id);
    if (cloud) this.#options.scene.remove(cloud);
    this.#measure();
  }

  /** Shows a cloud elsewhere than it is; undefined: where it is. */
  showAt(id: string, placing: CloudPlacing | undefined): void {
    this.of(id)?.showAt(placing);
    this.#options.redraw();
  }

  /** Loads its points again, which have been changed. */
  reload(id: string): void {
    this.of(id)?.reload();
    this.#options.redraw();
  }

  /** Around the clouds; undefined before any. */
  get extent(): Extent | undefined {
    if (this.all.length === 0) return undefined;
    const { positionOf } = this.#options;
    const { min, max } = this.all.reduce((all, { box }) => all.union(box), new Box3());
    const corners = [new Vector3(min.x, min.y), new Vector3(max.x, min.y), new Vector3(min.x, max.y), max];
    const places = corners.map(positionOf);
    const [longitudes, latitudes] = [places.map(([x]) => x), places.map(([, y]) => y)];
    return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
  }

  /** Least and greatest height, in the scene; undefined before any. */
  get heights(): readonly [number, number] | undefined {
    const boxes = this.all.map(({ box }) => box);
    if (boxes.length === 0) return undefined;
    return [Math.min(...boxes.map(({ min }) => min.z)), Math.max(...boxes.map(({ max }) => max.z))];
  }

  /** The same above the ellipsoid. */
  get ellipsoidal(): readonly [number, number] | undefined {
    return this.heights && this.#aboveEllipsoid(this.heights);
  }

  /** What colours of heights are spread over, in the scene. */
  get #toned(): readonly [number, number] | undefined {
    const ranges = this.all.map(({ heights }) => heights);
    return ranges.length === 0 ? undefined : unionOf(ranges);
  }

  #aboveEllipsoid(heights: readonly [number, number]): readonly [number, number] {
    const { frame, origin } = this.#options;
    const { x, y } = this.bounds.middle.clone().add(origin);
    const above = (z: number) => frame.fromCloud([x, y, z + origin.z])[2]!;
    return [above(heights[0]), above(heights[1])];
  }

  rangeOf(colour: CloudColour): readonly [number, number] | undefined {
    if (colour === 'height') return this.#toned && this.#aboveEllipsoid(this.#toned);
    if (colour === 'deviation') return this.#look?.comparison?.range;
    const ranges = this.all.flatMap((cloud) => {
      const range = cloud.rangeOf(colour);
      return range ? [range] : [];
    });
    return ranges.length === 0 ? undefined : unionOf(ranges);
  }

  get attributes(): readonly CloudAttribute[] {
    const all = this.all.flatMap(({ source }) => source.attributes);
    return [...new Map(all.map((one) => [one.name, one])).values()];
  }

  /** The query of calls on the points of a cloud, so that regions and answers are in the coordinates of the view. */
  pointsIn(id: string): PointsIn | undefined {
    if (!this.of(id)?.placing.isElsewhere) return undefined;
    const { crs, heights, unit, heightUnit } = this.#options.frame;
    const { code } = heights?.vertical ?? {};
    return { crs, ...(code && { heights: code }), unit, heightunit: heightUnit };
  }

  previewClasses(classOf: (coordinates: CloudCoordinates, before: number) => number): Disposable {
    const { redraw } = this.#options;
    const restores = this.all.map((cloud) => cloud.previewClasses(classOf));
    redraw();
    return {
      dispose: () => {
        for (const restore of restores) restore();
        redraw();
      },
    };
  }

  set look(look: CloudLook) {
    this.#look = look;
    this.#applyLook();
  }

  /** Metres. */
  set pointSize(metres: number) {
    this.#pointSize = metres;
    this.#applyLook();
  }

  cut(clips: ClipTest): void {
    this.#clips = clips;
    this.#options.scene.cut(clips);
  }

  /** Height of the ground in the scene; where none is known, that of the middle of the clouds. */
  groundAt = (x: number, y: number): number => this.#ground?.heightAt(x, y) ?? this.bounds.middle.z;

  #applyLook(): void {
    const look = this.#look;
    if (!look) return;
    const { cloudOf, frame, origin, redraw } = this.#options;
    const [low, high] = this.#toned ?? [-origin.z, 1 - origin.z];
    for (const cloud of this.all) {
      const shown = cloudOf(cloud.id);
      const isAsView = shown?.colour === undefined || shown.colour === look.colour;
      cloud.setLook(
        look,
        { colour: shown?.colour, opacity: shown?.opacity ?? 1 },
        {
          metres: this.#pointSize,
          unit: frame.unit,
          heights: [low + origin.z, high + origin.z],
          range: isAsView ? this.#rangeIn(look) : undefined,
        },
      );
    }
    redraw();
  }

  /** In units of the clouds. */
  #rangeIn({ colour, range }: CloudLook): readonly [number, number] | undefined {
    if (colour !== 'height') return range ?? this.rangeOf(colour);
    const { heightUnit } = this.#options.frame;
    return range && [range[0] / heightUnit, range[1] / heightUnit];
  }

  #measure(): void {
    const [first, ...more] = this.all.map(({ box }) => box);
    if (!first) return;
    const all = more.reduce((union, box) => union.union(box), first.clone());
    all.getCenter(this.bounds.middle);
    const size = all.getSize(new Vector3());
    this.bounds.diameter = Math.max(1, size.length());
    const side = Math.max(size.x, size.y) * 1.001;
    this.#ground = new GroundGrid(all.min.x, all.min.y, side, all.min.z);
    for (const cloud of this.all) cloud.root.traverse((node) => node.loaded && this.#loaded(cloud, node));
  }

  #loaded(cloud: DrawnCloud, node: CloudNode): void {
    if (node.points && node.level <= GROUND_LEVELS) {
      const { x, y, z } = node.boundingBox.min;
      const from = new Matrix4().makeTranslation(x, y, z).premultiply(cloud.matrix);
      this.#ground?.add(node.points, from.elements, this.#look?.hiddenClasses ?? new Set());
      this.#options.grounded();
    }
    this.#options.redraw();
  }
}

const unionOf = (ranges: readonly (readonly [number, number])[]): readonly [number, number] => [
  Math.min(...ranges.map(([low]) => low)),
  Math.max(...ranges.map(([, high]) => high)),
];
