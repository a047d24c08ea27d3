import { BehaviorSubject, combineLatest, finalize, map, of, switchMap, tap } from 'rxjs';
import type { Api } from '#core/api';
import type { StoredValue, TextStorage } from '#core/browser';
import { type Disposable, Lifetime, serviceToken } from '#core/kernel';
import type { LayerState } from '#core/mapview';
import type { OpenProject, Projects } from '#core/project';
import type { ObjectType, Style } from '#core/protocol';
import type { ShownStyles } from '#plugins/work/object-types/api';
import type { Layers } from '../api.ts';
import { LockSync } from './lock-sync.ts';
import { AS_MADE, storedLayers, type StoredLayers } from './stored-layers.ts';
import { reordered, stackOf, withNew } from './stack.ts';

interface LayerServices {
  readonly projects: Pick<Projects, 'current$'>;
  readonly api: Pick<Api, 'call'>;
  readonly storage: TextStorage | undefined;
  /** Styles that differ from those of the types. */
  readonly styles?: ShownStyles | undefined;
  /** Called when the server could not be told of a lock. */
  onUnsent(): void;
}

/** The layers of the open project, stored per project on this device; their locks also on the server. */
export class ProjectLayers implements Layers, Disposable {
  readonly #states = new BehaviorSubject<readonly LayerState[]>([]);
  readonly #current = new BehaviorSubject<StoredLayers>(AS_MADE);
  readonly #lifetime = new Lifetime();
  readonly #services: LayerServices;
  #stored: StoredValue<StoredLayers> | undefined;
  #locks: LockSync | undefined;
  readonly states$ = this.#states.asObservable();

  constructor(services: LayerServices) {
    this.#services = services;
    const stack$ = services.projects.current$.pipe(
      switchMap((open) => {
        this.#stored = open && storedLayers(services.storage, open.project.id);
        this.#current.next(this.#stored?.get() ?? AS_MADE);
        this.#locks = undefined;
        if (!open) return of([]);
        const closed = new AbortController();
        this.#locks = this.#locksOf(open, closed.signal);
        const types$ = open.types$.pipe(tap(this.#noticeNew()));
        const styles$ = services.styles?.styles$(open.project.id) ?? of(new Map<string, Style>());
        return combineLatest([types$, this.#current, styles$]).pipe(
          map(([types, stored, styles]) => stackOf(types.values(), stored, styles)),
          finalize(() => closed.abort()),
        );
      }),
    );
    this.#lifetime.add(stack$.subscribe((states) => this.#states.next(states)));
  }

  get states(): readonly LayerState[] {
    return this.#states.value;
  }

  stateOf(typeName: string): LayerState | undefined {
    return this.states.find((state) => state.typeName === typeName);
  }

  setVisible(typeNames: readonly string[], visible: boolean): void {
    this.#keep({ hidden: without(this.#current.value.hidden, typeNames, !visible) });
  }

  setLocked(typeName: string, locked: boolean): void {
    this.#locks?.setLocked(typeName, locked);
  }

  setAttracts(typeName: string, attracts: boolean): void {
    this.#keep({ unsnapped: without(this.#current.value.unsnapped, [typeName], !attracts) });
  }

  /** `opacity` from 0 to 1. */
  setOpacity(typeName: string, opacity: number): void {
    this.#keep({ opacity: { ...this.#current.value.opacity, [typeName]: opacity } });
  }

  move(typeNames: readonly string[], target: string, place: 'above' | 'below'): void {
    const names = this.states.map(({ typeName }) => typeName);
    this.#keep({ order: reordered(names, typeNames, target, place) });
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #locksOf(open: OpenProject, closed: AbortSignal): LockSync {
    const { api, onUnsent } = this.#services;
    const locks = new LockSync({
      api,
      projectId: open.project.id,
      get: () => this.#current.value,
      set: (state) => this.#keep(state),
      isKnown: (typeName) => open.types.has(typeName),
      onUnsent,
      closed,
    });
    void locks.start();
    return locks;
  }

  /** Receives the types of a project, and places those that come while it is open. */
  #noticeNew(): (types: ReadonlyMap<string, ObjectType>) => void {
    let known: ReadonlySet<string> | undefined;
    return (types) => {
      const before = known;
      known = new Set(types.keys());
      if (!before || [...known].every((name) => before.has(name))) return;
      const { order } = this.#current.value;
      this.#keep({ order: withNew(types.values(), order, (name) => !before.has(name)) });
    };
  }

  #keep(change: Partial<StoredLayers>): void {
    if (!this.#stored) return;
    const stored = { ...this.#current.value, ...change };
    this.#stored.set(stored);
    this.#current.next(stored);
  }
}

function without(names: readonly string[], some: readonly string[], back: boolean): string[] {
  const rest = names.filter((name) => !some.includes(name));
  return back ? [...rest, ...some] : rest;
}

/** Like `LAYERS`, for the panel that changes them. */
export const PROJECT_LAYERS = serviceToken<ProjectLayers>('layers.ProjectLayers');
