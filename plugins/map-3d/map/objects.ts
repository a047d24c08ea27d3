import { Matrix4, PrimitiveCollection } from 'cesium';
import type { Layers } from '#core/canvas';
import type { Change, MapObject, ProjectDocument } from '#core/document';
import { Lifetime, type Disposable } from '#core/kernel';
import type { Heights } from '../model/heights.ts';
import { Chunk } from './chunk.ts';
import type { Globe } from './globe.ts';

/** Objects drawn together: few enough that an edit is drawn at once, enough that twenty thousand are few primitives. */
const TOGETHER = 400;

/** The document's objects on the globe, type by type in the order of the layers; what changes is drawn anew by chunks. */
export class Objects implements Disposable {
  readonly #globe: Globe;
  readonly #all = new PrimitiveCollection();
  readonly #byType = new Map<string, { drawn: PrimitiveCollection; chunks: Chunk[] }>();
  readonly #chunkOf = new Map<string, Chunk>();
  readonly #lifetime = new Lifetime();
  readonly #layers: Layers;
  readonly #heights: Heights;
  #hidden: ReadonlySet<string> = new Set();

  constructor(globe: Globe, document: ProjectDocument, layers: Layers, heights: Heights) {
    this.#globe = globe;
    this.#layers = layers;
    this.#heights = heights;
    globe.scene.primitives.add(this.#all);
    heights.note(document.values());
    for (const object of document.values()) this.#put(object);
    this.#lifetime.add(globe.scene.preUpdate.addEventListener(() => this.#draw()));
    const following = document.changes$.subscribe(({ changes }) => this.#changed(changes));
    this.#lifetime.add(() => following.unsubscribe());
  }

  /** Drawn elsewhere for now. */
  set hidden(hidden: ReadonlySet<string>) {
    for (const id of new Set([...this.#hidden, ...hidden]))
      if (hidden.has(id) !== this.#hidden.has(id)) this.#touch(id);
    this.#hidden = hidden;
    this.#globe.redraw();
  }

  /** Layers were set, heights are meant otherwise, or the screen is another: all is drawn anew. */
  change(): void {
    for (const { chunks } of this.#byType.values()) for (const chunk of chunks) chunk.stale = true;
    this.#order();
    this.#globe.redraw();
  }

  /** Draws all of it nearer to the eye by a matrix, so that the ground it lies on does not hide it; undefined: as it is. */
  bringNearer(matrix: Matrix4 = Matrix4.IDENTITY): void {
    for (const { chunks } of this.#byType.values()) for (const chunk of chunks) chunk.bringNearer(matrix);
  }

  /** True once all is drawn as it is. */
  get settled(): boolean {
    return [...this.#byType.values()].every(({ chunks }) => chunks.every(({ stale }) => !stale));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #changed(changes: readonly Change[]): void {
    const came = changes.flatMap(({ after }) => after ?? []);
    if (this.#heights.note(came)) this.change();
    for (const { id, after } of changes) {
      const chunk = this.#chunkOf.get(id);
      if (chunk && chunk.typeName === after?.typeName) {
        chunk.objects.set(id, after);
        chunk.stale = true;
        continue;
      }
      if (chunk) {
        chunk.objects.delete(id);
        chunk.stale = true;
        this.#chunkOf.delete(id);
      }
      if (after) this.#put(after);
    }
    this.#globe.redraw();
  }

  #put(object: MapObject): void {
    const { typeName } = object;
    let type = this.#byType.get(typeName);
    if (!type) {
      type = { drawn: new PrimitiveCollection(), chunks: [] };
      this.#all.add(type.drawn);
      this.#byType.set(typeName, type);
      this.#order();
    }
    let chunk = type.chunks.findLast(({ objects }) => objects.size < TOGETHER);
    if (!chunk) type.chunks.push((chunk = new Chunk(typeName, type.drawn)));
    chunk.objects.set(object.id, object);
    chunk.stale = true;
    this.#chunkOf.set(object.id, chunk);
  }

  #touch(id: string): void {
    const chunk = this.#chunkOf.get(id);
    if (chunk) chunk.stale = true;
  }

  /** As the layers lie upon one another, and as they are seen. */
  #order(): void {
    for (const { typeName } of this.#layers.layers) {
      const type = this.#byType.get(typeName);
      if (type) this.#all.raiseToTop(type.drawn);
    }
    for (const [typeName, { drawn }] of this.#byType) drawn.show = this.#layers.seen(typeName);
  }

  #draw(): void {
    const { scene } = this.#globe;
    for (const [typeName, { chunks }] of this.#byType) {
      const style = this.#layers.styleOf(typeName);
      const opacity = this.#layers.layerOf(typeName)?.opacity ?? 1;
      const look = { style, opacity, ratio: scene.pixelRatio };
      for (const chunk of chunks) if (chunk.stale) chunk.draw(scene, look, this.#heights, this.#hidden);
    }
  }
}
