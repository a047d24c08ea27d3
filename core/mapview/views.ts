import { BehaviorSubject, type Observable } from 'rxjs';
import type { Disposable } from '#core/kernel';
import type { MapView, Views } from './contract.ts';

/**
 * The open viewers. The first one to open is active; when the active one closes, the latest of the others becomes
 * active.
 */
export class OpenViews implements Views {
  readonly #open = new BehaviorSubject<readonly MapView[]>([]);
  readonly #active = new BehaviorSubject<MapView | undefined>(undefined);
  readonly open$: Observable<readonly MapView[]> = this.#open.asObservable();
  readonly active$: Observable<MapView | undefined> = this.#active.asObservable();

  get active(): MapView | undefined {
    return this.#active.value;
  }

  get open(): readonly MapView[] {
    return this.#open.value;
  }

  register(view: MapView): Disposable {
    this.#open.next([...this.open, view]);
    if (!this.active) this.#active.next(view);
    return {
      dispose: () => {
        if (!this.open.includes(view)) return;
        this.#open.next(this.open.filter((other) => other !== view));
        if (this.active === view) this.#active.next(this.open.at(-1));
      },
    };
  }

  activate(view: MapView): void {
    if (this.open.includes(view) && this.active !== view) this.#active.next(view);
  }
}
