import { BehaviorSubject, EMPTY, switchMap } from 'rxjs';
import { Lifetime, type Disposable } from '#core/kernel';
import type { Projects } from '#core/project';
import type { Selection } from '../api.ts';

/**
 * The selection of the open project. A deleted object leaves it; one that is not loaded may be in it, as named by a
 * link or found by the server. As long as they are few, those are loaded, and selected objects stay loaded. It is
 * empty when a project opens.
 */
export class SelectedObjects implements Selection, Disposable {
  readonly #ids = new BehaviorSubject<readonly string[]>([]);
  readonly #lifetime = new Lifetime();
  readonly ids$ = this.#ids.asObservable();

  constructor(projects: Pick<Projects, 'current$' | 'current'>) {
    let before = projects.current?.project.id;
    this.#lifetime.add(
      projects.current$.subscribe((open) => {
        if (open?.project.id !== before) this.clear();
        before = open?.project.id;
        open?.retain(() => this.ids);
      }),
    );
    const changes$ = projects.current$.pipe(switchMap((open) => open?.document.changes$ ?? EMPTY));
    this.#lifetime.add(
      changes$.subscribe(({ changes }) => {
        const gone = new Set(changes.filter(({ after }) => !after).map(({ id }) => id));
        if (this.ids.some((id) => gone.has(id))) this.set(this.ids.filter((id) => !gone.has(id)));
      }),
    );
  }

  get ids(): readonly string[] {
    return this.#ids.value;
  }

  set(ids: readonly string[]): void {
    const next = [...new Set(ids)];
    if (next.length === this.ids.length && next.every((id, i) => id === this.ids[i])) return;
    this.#ids.next(next);
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
}
