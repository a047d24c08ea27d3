import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  Points,
  PointsMaterial,
  ShapeUtils,
  Vector2,
  type Vector3,
} from 'three';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js';
import type { ViewerLayers } from '#core/canvas';
import { runsOf, type ProjectDocument } from '#core/document';
import { Lifetime, type Disposable } from '#core/kernel';
import type { Geometry, Position, Style } from '#core/protocol';

/** More objects than this are not drawn in the model. */
const MOST = 20_000;
/** Milliseconds that changes are collected. */
const PAUSE = 60;
/** How much nearer to the eye objects are drawn, so that they are not lost in the faces that they lie on. */
const NEARER = -4;

/** Lines and points of one look. */
interface Batch {
  readonly style: Style;
  readonly opacity: number;
  readonly segments: number[];
  readonly points: number[];
  readonly triangles: number[];
}

export interface SceneObjectsOptions {
  readonly document: ProjectDocument;
  readonly layers: ViewerLayers;
  /** The place of a position in the scene; undefined outside of the CRS. */
  readonly place: (position: Position) => Vector3 | undefined;
  readonly redraw: () => void;
}

/** The project's objects in and on the model, hidden behind it where they are. */
export class SceneObjects implements Disposable {
  readonly group = new Group();
  readonly #options: SceneObjectsOptions;
  readonly #lifetime = new Lifetime();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hidden: ReadonlySet<string> = new Set();
  #size: readonly [number, number] = [1, 1];

  constructor(options: SceneObjectsOptions) {
    this.#options = options;
    const following = options.document.changes$.subscribe(() => this.change());
    this.#lifetime.add(() => following.unsubscribe());
    this.#lifetime.add(() => clearTimeout(this.#timer));
    this.#lifetime.add(() => this.#empty());
  }

  set hidden(ids: ReadonlySet<string>) {
    this.#hidden = ids;
    this.change();
  }

  /** CSS pixels, for the width of lines. */
  set size(size: readonly [number, number]) {
    this.#size = size;
    for (const child of this.group.children)
      if (child instanceof LineSegments2) child.material.resolution.set(...size);
  }

  /** Objects, layers or heights have changed. */
  change(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#build();
    }, PAUSE);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #build(): void {
    this.#empty();
    const { document, layers } = this.#options;
    const batches = new Map<Style, Batch>();
    let count = 0;
    for (const object of document.values()) {
      if (this.#hidden.has(object.id) || !layers.isDrawn(object)) continue;
      if (++count > MOST) break;
      const style = layers.symbolOf(object);
      let batch = batches.get(style);
      if (!batch) {
        const opacity = layers.layerOf(object.typeName)?.opacity ?? 1;
        batch = { style, opacity, segments: [], points: [], triangles: [] };
        batches.set(style, batch);
      }
      this.#add(batch, object.location);
    }
    for (const batch of batches.values()) this.#draw(batch);
    this.#options.redraw();
  }

  #add(batch: Batch, geometry: Geometry): void {
    for (const { kind, positions } of runsOf(geometry)) {
      const places = positions.map((position) => this.#options.place(position));
      if (kind === 'points') {
        for (const place of places) if (place) batch.points.push(place.x, place.y, place.z);
        continue;
      }
      for (let i = 1; i < places.length; i++) {
        const [from, to] = [places[i - 1], places[i]];
        if (from && to) batch.segments.push(from.x, from.y, from.z, to.x, to.y, to.z);
      }
    }
    if (batch.style.fill === undefined) return;
    const areas =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : [];
    for (const rings of areas) this.#fill(batch, rings);
  }

  #fill(batch: Batch, rings: readonly (readonly Position[])[]): void {
    const places = rings.map((ring) => ring.slice(0, -1).map((position) => this.#options.place(position)));
    if (!places.flat().every((place) => place !== undefined)) return;
    const drawn = places as Vector3[][];
    const [outer, ...holes] = drawn.map((ring) => ring.map(({ x, y }) => new Vector2(x, y)));
    if (!outer || outer.length < 3) return;
    const all = drawn.flat();
    for (const triangle of ShapeUtils.triangulateShape(outer, holes))
      for (const i of triangle) {
        const { x, y, z } = all[i]!;
        batch.triangles.push(x, y, z);
      }
  }

  #draw({ style, opacity, segments, points, triangles }: Batch): void {
    const offset = { polygonOffset: true, polygonOffsetFactor: NEARER, polygonOffsetUnits: NEARER };
    const seeThrough = { transparent: opacity < 1, opacity };
    if (triangles.length > 0) {
      const { colour, alpha } = colourOf(style.fill!);
      const material = new MeshBasicMaterial({
        color: colour,
        transparent: true,
        opacity: alpha * opacity,
        side: DoubleSide,
        depthWrite: false,
        ...offset,
      });
      this.group.add(new Mesh(flatGeometry(triangles), material));
    }
    if (segments.length > 0 && style.width > 0) {
      const geometry = new LineSegmentsGeometry().setPositions(segments);
      const material = new LineMaterial({
        color: colourOf(style.stroke).colour,
        linewidth: Math.max(1.5, style.width),
        ...seeThrough,
        ...offset,
      });
      material.resolution.set(...this.#size);
      this.group.add(new LineSegments2(geometry, material));
    }
    if (points.length > 0) {
      const size = 2 * (style.radius ?? 5) * (window.devicePixelRatio || 1);
      const material = new PointsMaterial({
        color: colourOf(style.fill ?? style.stroke).colour,
        size,
        sizeAttenuation: false,
        ...seeThrough,
        ...offset,
      });
      this.group.add(new Points(flatGeometry(points), material));
    }
    for (const child of this.group.children) child.frustumCulled = false;
  }

  #empty(): void {
    for (const child of [...this.group.children]) {
      this.group.remove(child);
      const { geometry, material } = child as Mesh<BufferGeometry, MeshBasicMaterial>;
      geometry.dispose();
      material.dispose();
    }
  }
}

function flatGeometry(numbers: readonly number[]): BufferGeometry {
  return new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(numbers), 3));
}

/** A CSS colour with its opacity; `#rrggbbaa` is the form that styles have. */
function colourOf(css: string): { colour: Color; alpha: number } {
  const long = /^#([0-9a-f]{6})([0-9a-f]{2})$/i.exec(css);
  if (long) return { colour: new Color(`#${long[1]}`), alpha: Number.parseInt(long[2]!, 16) / 255 };
  return { colour: new Color(css), alpha: 1 };
}
