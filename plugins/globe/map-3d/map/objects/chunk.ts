import { Matrix4, PrimitiveCollection, type BoundingSphere, type Scene } from 'cesium';
import type { MapObject } from '#core/document';
import type { Geometry } from '#core/protocol';
import type { DisplayHeights } from '../../model/heights.ts';
import { colourOf, type PaintLook } from './colour.ts';
import { fills } from './fills.ts';
import { prismsOf, tallnessOf, type Prism } from './prisms.ts';
import { areasOf, pathsOf, placeOf, pointsOf, sphereAround } from './places.ts';
import { signs } from './signs.ts';
import { solids } from './solids.ts';
import { strokes } from './strokes.ts';

/** Objects of one type that are rendered together: an edit of one rebuilds these and no others. */
export class Chunk {
  readonly #objects = new Map<string, MapObject>();
  #drawn: PrimitiveCollection | undefined;
  #stale = true;
  #sphere: BoundingSphere | undefined;
  /** When it was last visible. */
  seen = 0;
  /** Number of vertices rendered. */
  weight = 0;

  constructor(
    readonly typeName: string,
    readonly into: PrimitiveCollection,
  ) {}

  get objects(): ReadonlyMap<string, MapObject> {
    return this.#objects;
  }

  put(object: MapObject): void {
    this.#objects.set(object.id, object);
    this.touch();
  }

  take(id: string): void {
    this.#objects.delete(id);
    this.touch();
  }

  /** Something in it has changed: it must be rebuilt. The old version is visible until then. */
  touch(): void {
    this.#sphere = undefined;
    this.#stale = true;
  }

  /** Whether its rendering is up to date. */
  get drawn(): boolean {
    return this.#drawn !== undefined && !this.#stale;
  }

  /** Bounding sphere of the whole chunk. */
  sphere(heights: DisplayHeights): BoundingSphere {
    return (this.#sphere ??= sphereAround(this.#objects.values(), heights));
  }

  draw(scene: Scene, look: PaintLook, heights: DisplayHeights, hidden: ReadonlySet<string>): void {
    const { style, opacity } = look;
    this.clear();
    this.#stale = false;
    const shown = [...this.#objects.values()].filter(({ id }) => !hidden.has(id));
    const prisms: Prism[] = [];
    const flat: Geometry[] = [];
    for (const object of shown) {
      const tall = tallnessOf(object, style, heights);
      if (tall > 0) prisms.push(...prismsOf(object.location, tall, heights));
      else if (pointsOf(object.location).length === 0) flat.push(object.location);
    }
    const paths = style.width > 0 ? flat.flatMap((location) => pathsOf(location, heights)) : [];
    const edges = style.width > 0 ? prisms.flatMap((prism) => prism.edges) : [];
    const areas = style.fill === undefined ? [] : flat.flatMap((location) => areasOf(location, heights));
    const points = shown.flatMap(({ location }) => pointsOf(location)).map((at) => placeOf(at, heights));
    this.weight = [...paths, ...edges, ...areas.flat(), points].reduce((sum, { length }) => sum + length, 0);
    const fill = style.fill ?? style.stroke;
    const drawn = new PrimitiveCollection();
    for (const part of [
      fills(areas, colourOf(fill, opacity)),
      solids(prisms, colourOf(fill, 1), opacity),
      strokes([...paths, ...edges], style, colourOf(style.stroke, opacity)),
      signs(scene, points, look),
    ])
      if (part) drawn.add(part);
    this.#drawn = this.into.add(drawn) as PrimitiveCollection;
  }

  /** Renders it closer to the camera, for the depth test only. */
  bringNearer(matrix = Matrix4.IDENTITY): void {
    const { length = 0 } = this.#drawn ?? {};
    for (let n = 0; n < length; n++) {
      // Copied into a matrix of its own: Cesium writes to it, and Matrix4.IDENTITY is frozen.
      const { modelMatrix } = this.#drawn!.get(n) as { modelMatrix: Matrix4 };
      Matrix4.clone(matrix, modelMatrix);
    }
  }

  clear(): void {
    if (this.#drawn) this.into.remove(this.#drawn);
    this.#drawn = undefined;
  }
}
