import { extentOf, extentsMeet } from '#core/document';
import type { Change, DocumentReader, Extent, MapObject, SpatialIndex } from '#core/document';

/** Objects by id and by position: the document, or the document with staged changes. */
export interface ObjectLookup {
  get(id: string): MapObject | undefined;
  readonly index: Pick<SpatialIndex, 'objects'>;
}

/** The document with staged changes applied; later repairs see the result of earlier ones. */
export class Staged implements ObjectLookup {
  readonly #pending = new Map<string, MapObject | undefined>();
  /** For each deleted object, the one that gets its references. */
  readonly #replacements = new Map<string, string>();
  readonly index = { objects: (extent: Extent) => this.#objects(extent) };

  constructor(readonly base: ObjectLookup) {}

  get(id: string): MapObject | undefined {
    return this.#pending.has(id) ? this.#pending.get(id) : this.base.get(id);
  }

  put(object: MapObject): void {
    this.#pending.set(object.id, object);
  }

  remove(id: string, heir?: string): void {
    this.#pending.set(id, undefined);
    if (heir !== undefined) this.#replacements.set(id, heir);
  }

  /** Adds the changes of another stage that is based on this one. */
  take(other: Staged): void {
    for (const [id, object] of other.#pending) this.#pending.set(id, object);
    for (const [id, heir] of other.#replacements) this.#replacements.set(id, heir);
  }

  /** The changed objects, without changes of references. */
  get touched(): readonly { before: MapObject | undefined; after: MapObject | undefined }[] {
    return [...this.#pending].map(([id, after]) => ({ before: this.base.get(id), after }));
  }

  /**
   * Returns the changes, deletions first, so that unique values are free. References to deleted objects move to their
   * replacements.
   */
  changes(document: Pick<DocumentReader, 'get' | 'values'>): Change[] {
    const after = new Map(this.#pending);
    if (this.#replacements.size > 0)
      for (const object of document.values()) {
        const now = after.has(object.id) ? after.get(object.id) : object;
        if (!now?.relatesTo.some((id) => this.#replacements.has(id))) continue;
        const relatesTo = [...new Set(now.relatesTo.map((id) => this.#heirOf(id)))];
        after.set(now.id, { ...now, relatesTo: relatesTo.filter((id) => id !== now.id) });
      }
    return [...after]
      .map(([id, object]): Change => ({ id, before: document.get(id), after: object }))
      .filter((change) => change.before !== change.after)
      .sort((a, b) => Number(a.after !== undefined) - Number(b.after !== undefined));
  }

  #heirOf(id: string): string {
    const heir = this.#replacements.get(id);
    return heir === undefined ? id : this.#heirOf(heir);
  }

  #objects(extent: Extent): MapObject[] {
    const untouched = this.base.index.objects(extent).filter(({ id }) => !this.#pending.has(id));
    const touched = [...this.#pending.values()].filter((object) => object !== undefined);
    return [...untouched, ...touched.filter(({ location }) => extentsMeet(extentOf(location), extent))];
  }
}
