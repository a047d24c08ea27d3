import { PrimitiveCollection, type Matrix4 } from 'cesium';
import type { ViewerLayers } from '#core/canvas';
import {
  extentOfObject,
  peekProperty,
  sortSpatially,
  type Change,
  type MapObject,
  type ProjectDocument,
} from '#core/document';
import { Lifetime, type Disposable } from '#core/kernel';
import type { DisplayHeights } from '../../model/heights.ts';
import { resolutionAt, styleAt, symbolsIn } from '#core/styles';
import { Chunk, type ChunkStyling } from './chunk.ts';
import type { Globe } from '../scene/globe.ts';
import { tallnessOf } from './prisms.ts';
import { ViewVolume } from '../camera/view-volume.ts';

/** Objects per chunk: few enough that an edit shows at once, enough that twenty thousand are few primitives. */
const TOGETHER = 400;
/** This many arriving at once form new chunks: they are probably elsewhere. */
const MANY = 100;
/** Most invisible vertices kept, about 300 bytes each, so that turning back is instant. */
const MAX_UNSEEN = 100_000;

/**
 * The document's objects on the globe, by type in layer order; changes rebuild chunks. Objects are rendered when
 * first visible, and freed when long invisible.
 */
export class GlobeObjects implements Disposable {
  readonly #globe: Globe;
  readonly #all = new PrimitiveCollection();
  readonly #byType = new Map<string, { drawn: PrimitiveCollection; chunks: Chunk[] }>();
  readonly #chunkOf = new Map<string, Chunk>();
  readonly #lifetime = new Lifetime();
  readonly #layers: ViewerLayers;
  readonly #heights: DisplayHeights;
  readonly #viewVolume: ViewVolume;
  #hidden: ReadonlySet<string> = new Set();
  #restless = true;
  #looks = 0;
  /** Increases with each rebuild. */
  drawings = 0;

  constructor(globe: Globe, document: ProjectDocument, layers: ViewerLayers, heights: DisplayHeights) {
    this.#globe = globe;
    this.#layers = layers;
    this.#heights = heights;
    this.#viewVolume = new ViewVolume(globe.scene.camera);
    globe.scene.primitives.add(this.#all);
    heights.note(document.values());
    this.#put([...document.values()]);
    this.#lifetime.add(globe.scene.preUpdate.addEventListener(() => this.#draw()));
    const following = document.changes$.subscribe(({ changes }) => this.#changed(changes));
    this.#lifetime.add(() => following.unsubscribe());
  }

  /** Objects rendered elsewhere for now. */
  get hidden(): ReadonlySet<string> {
    return this.#hidden;
  }
  set hidden(hidden: ReadonlySet<string>) {
    for (const id of new Set([...this.#hidden, ...hidden]))
      if (hidden.has(id) !== this.#hidden.has(id)) this.#chunkOf.get(id)?.touch();
    this.#hidden = hidden;
    this.#wake();
  }

  /** Layers, the meaning of heights or the pixel ratio changed: everything is rebuilt. */
  change(): void {
    this.#heights.tallest = 0;
    for (const chunk of this.#chunks()) {
      chunk.touch();
      for (const object of chunk.objects.values()) this.#note(object);
    }
    this.#order();
    this.#wake();
  }

  /** Renders everything closer to the camera, so that the ground below does not hide it; undefined: normal. */
  bringNearer(matrix?: Matrix4): void {
    for (const chunk of this.#chunks()) chunk.bringNearer(matrix);
  }

  /** True when everything visible is up to date. */
  get settled(): boolean {
    return !this.#restless;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  *#chunks(): Generator<Chunk> {
    for (const { chunks } of this.#byType.values()) yield* chunks;
  }

  #wake(): void {
    this.#restless = true;
    this.#globe.redraw();
  }

  #changed(changes: readonly Change[]): void {
    const came = changes.flatMap(({ after }) => after ?? []);
    if (this.#heights.note(came)) this.change();
    const fresh: MapObject[] = [];
    for (const { id, after } of changes) {
      if (after) this.#note(after);
      const chunk = this.#chunkOf.get(id);
      if (chunk && chunk.typeName === after?.typeName) chunk.put(after);
      else {
        if (chunk) this.#take(id, chunk);
        if (after) fresh.push(after);
      }
    }
    this.#put(fresh);
    this.#wake();
  }

  #note(object: MapObject): void {
    const tall = tallnessOf(object, this.#layers.styleOf(object.typeName), this.#heights);
    if (tall > this.#heights.tallest) this.#heights.tallest = tall;
  }

  /** Groups new objects by location, so that a chunk is visible as a whole or not at all. */
  #put(objects: readonly MapObject[]): void {
    const begun = new Set<string>();
    for (const object of sortSpatially(objects, extentOfObject)) {
      const { typeName } = object;
      const { drawn, chunks } = this.#typeOf(typeName);
      let chunk = chunks.at(-1);
      const isNewPlace = objects.length >= MANY && !begun.has(typeName);
      if (!chunk || isNewPlace || chunk.objects.size >= TOGETHER)
        chunks.push((chunk = new Chunk(typeName, drawn)));
      begun.add(typeName);
      chunk.put(object);
      this.#chunkOf.set(object.id, chunk);
    }
  }

  #take(id: string, chunk: Chunk): void {
    this.#chunkOf.delete(id);
    chunk.take(id);
    if (chunk.objects.size > 0) return;
    chunk.clear();
    const { chunks } = this.#typeOf(chunk.typeName);
    chunks.splice(chunks.indexOf(chunk), 1);
  }

  #typeOf(typeName: string): { drawn: PrimitiveCollection; chunks: Chunk[] } {
    let type = this.#byType.get(typeName);
    if (!type) {
      type = { drawn: new PrimitiveCollection(), chunks: [] };
      this.#all.add(type.drawn);
      this.#byType.set(typeName, type);
      this.#order();
    }
    return type;
  }

  /** In layer order, with layer visibility. */
  #order(): void {
    for (const { typeName } of this.#layers.layers) {
      const type = this.#byType.get(typeName);
      if (type) this.#all.raiseToTop(type.drawn);
    }
    for (const [typeName, { drawn }] of this.#byType) drawn.show = this.#layers.isVisible(typeName);
  }

  #draw(): void {
    if (!this.#viewVolume.look() && !this.#restless) return;
    this.#restless = false;
    this.#looks++;
    const { scene } = this.#globe;
    for (const [typeName, { chunks }] of this.#byType) {
      const shown = this.#layers.isVisible(typeName);
      const styling = this.#stylingOf(typeName);
      const opacity = this.#layers.layerOf(typeName)?.opacity ?? 1;
      const look = { styling, opacity, ratio: scene.pixelRatio };
      for (const chunk of chunks) {
        const seen = shown && this.#viewVolume.sees(chunk.sphere(this.#heights));
        if (seen) chunk.seen = this.#looks;
        if (chunk.isDrawn(styling)) continue;
        if (seen) {
          chunk.draw(scene, look, this.#heights, this.#hidden);
          this.drawings++;
        } else chunk.clear();
      }
    }
    this.#free();
  }

  #stylingOf(typeName: string): ChunkStyling {
    const style = this.#layers.styleOf(typeName);
    const { scale } = this.#layers;
    const isInMetres = symbolsIn(style).some(({ unit }) => unit === 'm');
    // In steps of a fifth, so that moving does not rebuild everything all the time.
    const step = scale === undefined ? 0 : Math.round(4 * Math.log2(1 / resolutionAt(scale)));
    return {
      at: styleAt(style, scale, peekProperty),
      metre: isInMetres && scale !== undefined ? 2 ** (step / 4) : 1,
    };
  }

  /** Frees the chunks that were invisible longest. */
  #free(): void {
    const unseen = [...this.#chunks()]
      .filter((chunk) => chunk.hasDrawing && chunk.seen < this.#looks)
      .sort((a, b) => b.seen - a.seen);
    let total = 0;
    for (const chunk of unseen) {
      total += chunk.weight;
      if (total > MAX_UNSEEN) chunk.clear();
    }
  }
}
