import { BehaviorSubject, EMPTY, switchMap } from 'rxjs';
import type { DocumentChange } from '#core/document';
import { Latest, Lifetime, type Disposable } from '#core/kernel';
import type { Projects } from '#core/project';
import { MAX_BY_ID } from '#core/protocol';
import type { Selection } from '../api.ts';

/**
 * The selection of the open project. A deleted object leaves it; one that is not loaded may be in it, as named by a
 * link or found by the server. As long as they are few, those are loaded, and selected objects stay loaded. It is
 * empty when a project opens.
 */
export class SelectedObjects implements Selection, Disposable {
  readonly #ids = new BehaviorSubject<readonly string[]>([]);
  readonly #projects: Pick<Projects, 'current$' | 'current'>;
  readonly #lifetime = new Lifetime();
  readonly #loading = new Latest();
  /** Types of objects that are, or are about to be, selected and not loaded. */
  readonly #typeNames = new Map<string, string>();
  /** Undefined until it is counted again. */
  #missing: number | undefined = 0;
  readonly ids$ = this.#ids.asObservable();

  constructor(projects: Pick<Projects, 'current$' | 'current'>) {
    this.#projects = projects;
    let before = projects.current?.project.id;
    this.#lifetime.add(
      projects.current$.subscribe((open) => {
        if (open?.project.id !== before) this.clear();
        before = open?.project.id;
        this.#missing = undefined;
        open?.retain(() => (this.ids.length <= MAX_BY_ID ? this.ids : []));
      }),
    );
    const changes$ = projects.current$.pipe(switchMap((open) => open?.document.changes$ ?? EMPTY));
    this.#lifetime.add(changes$.subscribe((change) => this.#follow(change)));
    this.#lifetime.add(() => this.#loading.cancel());
  }

  get ids(): readonly string[] {
    return this.#ids.value;
  }

  get missing(): number {
    return (this.#missing ??= this.#notLoaded().length);
  }

  typeOf(id: string): string | undefined {
    return this.#projects.current?.document.get(id)?.typeName ?? this.#typeNames.get(id);
  }

  know(typeName: string, ids: readonly string[]): void {
    for (const id of ids) this.#typeNames.set(id, typeName);
  }

  set(ids: readonly string[]): void {
    const next = [...new Set(ids)];
    if (next.length === this.ids.length && next.every((id, i) => id === this.ids[i])) return;
    this.#missing = undefined;
    this.#ids.next(next);
    this.#forgetTypes();
    this.#loadFew();
  }

  add(ids: readonly string[]): void {
    this.set([...this.ids, ...ids]);
  }

  toggle(id: string): void {
    this.set(this.ids.includes(id) ? this.ids.filter((other) => other !== id) : [...this.ids, id]);
  }

  clear(): void {
    this.set([]);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #follow({ changes, origin }: DocumentChange): void {
    this.#missing = undefined;
    if (this.ids.length === 0) return;
    if (origin === 'unload') {
      for (const { id, before } of changes) if (before) this.#typeNames.set(id, before.typeName);
      this.#forgetTypes();
      return;
    }
    const gone = new Set(changes.filter(({ after }) => !after).map(({ id }) => id));
    if (gone.size > 0 && this.ids.some((id) => gone.has(id)))
      this.set(this.ids.filter((id) => !gone.has(id)));
  }

  #notLoaded(): string[] {
    const document = this.#projects.current?.document;
    return this.ids.filter((id) => !document?.get(id));
  }

  #forgetTypes(): void {
    if (this.#typeNames.size <= this.ids.length) return;
    const selected = new Set(this.ids);
    for (const id of this.#typeNames.keys()) if (!selected.has(id)) this.#typeNames.delete(id);
  }

  /** What the server does not have leaves the selection. When it cannot be reached, `missing` says so. */
  #loadFew(): void {
    const project = this.#projects.current;
    const ids = project ? this.#notLoaded() : [];
    this.#loading.cancel();
    if (!project || ids.length === 0 || ids.length > MAX_BY_ID) return;
    this.#loading
      .run((signal) => project.loadObjects(ids, signal))
      .then((unknown) => {
        const gone = new Set(unknown?.filter((id) => !project.document.get(id)));
        if (gone.size > 0) this.set(this.ids.filter((id) => !gone.has(id)));
      })
      .catch(() => undefined);
  }
}
