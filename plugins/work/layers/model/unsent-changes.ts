import type { Change, DocumentReader } from '#core/document';

/** The person's own changes that a count of the server does not include yet. */
export class UnsentChanges {
  readonly #document: Pick<DocumentReader, 'get'>;
  /** The object type on the server, undefined if the object is not there, by object id. */
  readonly #before = new Map<string, string | undefined>();
  readonly #saved = new Set<string>();

  constructor(document: Pick<DocumentReader, 'get'>) {
    this.#document = document;
  }

  add(changes: readonly Change[]): void {
    for (const { id, before } of changes) {
      if (!this.#before.has(id)) this.#before.set(id, before?.typeName);
      this.#saved.delete(id);
    }
  }

  saved(ids: readonly string[]): void {
    for (const id of ids) if (this.#before.has(id)) this.#saved.add(id);
  }

  /** A count begins: `done` says that it includes what has been saved until now. */
  counting(): { done(): void } {
    const included = [...this.#saved];
    return {
      done: () => {
        for (const id of included) if (this.#saved.delete(id)) this.#before.delete(id);
      },
    };
  }

  appliedTo(counts: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
    const shown = new Map(counts);
    const add = (typeName: string | undefined, by: number): void => {
      if (typeName !== undefined) shown.set(typeName, Math.max(0, (shown.get(typeName) ?? 0) + by));
    };
    for (const [id, before] of this.#before) {
      const now = this.#document.get(id)?.typeName;
      if (now === before) continue;
      add(before, -1);
      add(now, 1);
    }
    return shown;
  }
}
