import { Matrix4, PrimitiveCollection, type BoundingSphere, type Scene } from 'cesium';
import type { MapObject } from '#core/document';
import type { Geometry } from '#core/protocol';
import { groupedBySymbol, inPixels, plainFill, type StyleAt } from '#core/styles';
import type { DisplayHeights } from '../../model/heights.ts';
import { colourOf, type PaintLook } from './colour.ts';
import { fills } from './fills.ts';
import { hatched } from './hatches.ts';
import { prismsOf, tallnessOf, type Prism } from './prisms.ts';
import { areasOf, pathsOf, placeOf, pointsOf, sphereAround } from './places.ts';
import { signs } from './signs.ts';
import { solids } from './solids.ts';
import { strokes } from './strokes.ts';

/** How the objects of a type are drawn at the scale of the view. */
export interface ChunkStyling {
  readonly at: StyleAt<MapObject>;
  /** CSS pixels of a metre on the ground, rounded; 1 where no size is in metres. */
  readonly metre: number;
}

type ChunkLook = Omit<PaintLook, 'style'> & { readonly styling: ChunkStyling };

/** Objects of one type that are rendered together: an edit of one rebuilds these and no others. */
export class Chunk {
  readonly #objects = new Map<string, MapObject>();
  #drawn: PrimitiveCollection | undefined;
  #stale = true;
  #styling: ChunkStyling | undefined;
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
  isDrawn(styling: ChunkStyling): boolean {
    const before = this.#styling;
    const isSame = before?.at === styling.at && before.metre === styling.metre;
    return this.#drawn !== undefined && !this.#stale && isSame;
  }

  /** Whether there is a rendering. */
  get hasDrawing(): boolean {
    return this.#drawn !== undefined;
  }

  /** Bounding sphere of the whole chunk. */
  sphere(heights: DisplayHeights): BoundingSphere {
    return (this.#sphere ??= sphereAround(this.#objects.values(), heights));
  }

  /** `opacity` of the layer; `ratio`: device pixels per CSS pixel. */
  draw(
    scene: Scene,
    { styling, ...look }: ChunkLook,
    heights: DisplayHeights,
    hidden: ReadonlySet<string>,
  ): void {
    this.clear();
    this.#stale = false;
    this.#styling = styling;
    this.weight = 0;
    const shown = [...this.#objects.values()].filter(({ id }) => !hidden.has(id));
    const drawn = new PrimitiveCollection();
    for (const [symbol, objects] of groupedBySymbol(styling.at, shown)) {
      const style = inPixels(symbol, styling.metre);
      for (const part of this.#parts(scene, { ...look, style }, heights, objects)) if (part) drawn.add(part);
    }
    this.#drawn = this.into.add(drawn) as PrimitiveCollection;
  }

  /** The primitives of objects with one symbol. */
  #parts(scene: Scene, look: PaintLook, heights: DisplayHeights, shown: readonly MapObject[]) {
    const { style, opacity } = look;
    const prisms: Prism[] = [];
    const flat: Geometry[] = [];
    for (const object of shown) {
      const tall = tallnessOf(object, style, heights);
      if (tall > 0) prisms.push(...prismsOf(object.location, tall, heights));
      else if (pointsOf(object.location).length === 0) flat.push(object.location);
    }
    const paths = style.width > 0 ? flat.flatMap((location) => pathsOf(location, heights)) : [];
    const edges = style.width > 0 ? prisms.flatMap((prism) => prism.edges) : [];
    const fill = plainFill(style);
    const areas = fill === undefined ? [] : flat.flatMap((location) => areasOf(location, heights));
    const points = shown.flatMap(({ location }) => pointsOf(location)).map((at) => placeOf(at, heights));
    this.weight += [...paths, ...edges, ...areas.flat(), points].reduce((sum, { length }) => sum + length, 0);
    const body = fill ?? style.stroke;
    // Upon its fill; without one there are only its lines.
    const under = colourOf(body, style.fill === undefined && style.hatch ? 0 : opacity);
    return [
      fills(areas, under, style.hatch && hatched(style.hatch, opacity)),
      solids(prisms, colourOf(body, 1), opacity),
      strokes([...paths, ...edges], style, colourOf(style.stroke, opacity)),
      signs(scene, points, look),
    ];
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
