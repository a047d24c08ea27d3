import { BehaviorSubject, combineLatest, finalize, map, of, switchMap, tap } from 'rxjs';
import type { Api, Live } from '#core/api';
import type { StoredValue, TextStorage } from '#core/browser';
import { type Disposable, Lifetime, newUuid, serviceToken } from '#core/kernel';
import type { LayerState } from '#core/mapview';
import type { OpenProject, Projects } from '#core/project';
import type { LayerGroup, ObjectType, Style } from '#core/protocol';
import type { ShownStyles } from '#plugins/work/object-types/api';
import type { Layers } from '../api.ts';
import type { GroupSync } from './group-sync.ts';
import { gathered, groupOf, regrouped, withGroups } from './groups.ts';
import { LockSync } from './lock-sync.ts';
import { AS_MADE, storedGroups, storedLayers, type StoredLayers } from './stored-layers.ts';
import { reordered, stackOf, withNew } from './stack.ts';

interface LayerServices {
  readonly projects: Pick<Projects, 'current$'>;
  readonly api: Pick<Api, 'call'>;
  readonly storage: TextStorage | undefined;
  readonly live?: Pick<Live, 'on'>;
  /** Styles that differ from those of the types. */
  readonly styles?: ShownStyles | undefined;
  /** Called when the server could not be told of a lock. */
  onUnsent(): void;
  /** Called with why a change of the groups could not be stored, or undefined: someone else was faster. */
  onGroupsRefused?(reason: string | undefined): void;
}

/**
 * The layers of the open project, stored per project on this device; their locks also on the server. Groups of layers are
 * of the project; whether they are on and open is the person's.
 */
export class ProjectLayers implements Layers, Disposable {
  readonly #states = new BehaviorSubject<readonly LayerState[]>([]);
  readonly #own = new BehaviorSubject<readonly LayerState[]>([]);
  readonly #groups = new BehaviorSubject<readonly LayerGroup[]>([]);
  readonly #current = new BehaviorSubject<StoredLayers>(AS_MADE);
  readonly #lifetime = new Lifetime();
  readonly #services: LayerServices;
  #stored: StoredValue<StoredLayers> | undefined;
  #locks: LockSync | undefined;
  #groupSync: Promise<GroupSync | undefined> | undefined;
  /** As they are drawn: groups included. */
  readonly states$ = this.#states.asObservable();
  /** As they are by themselves. */
  readonly own$ = this.#own.asObservable();
  readonly groups$ = this.#groups.asObservable();
  /** The settings of the person. */
  readonly settings$ = this.#current.asObservable();

  constructor(services: LayerServices) {
    this.#services = services;
    const stack$ = services.projects.current$.pipe(
      switchMap((open) => {
        this.#stored = open && storedLayers(services.storage, open.project.id);
        this.#current.next(this.#stored?.get() ?? AS_MADE);
        this.#locks = undefined;
        this.#groupSync = undefined;
        this.#groups.next([]);
        if (!open) return of({ own: [], drawn: [] });
        const closed = new AbortController();
        this.#locks = this.#locksOf(open, closed.signal);
        this.#followGroups(open, closed.signal);
        const types$ = open.types$.pipe(tap(this.#noticeNew()));
        const styles$ = services.styles?.styles$(open.project.id) ?? of(new Map<string, Style>());
        return combineLatest([types$, this.#current, styles$, this.#groups]).pipe(
          map(([types, stored, styles, groups]) => {
            const own = gathered(stackOf(types.values(), stored, styles), groups);
            return { own, drawn: withGroups(own, groups, stored.hiddenGroups) };
          }),
          finalize(() => closed.abort()),
        );
      }),
    );
    this.#lifetime.add(
      stack$.subscribe(({ own, drawn }) => {
        this.#own.next(own);
        this.#states.next(drawn);
      }),
    );
  }

  get states(): readonly LayerState[] {
    return this.#states.value;
  }

  get own(): readonly LayerState[] {
    return this.#own.value;
  }

  get groups(): readonly LayerGroup[] {
    return this.#groups.value;
  }

  get settings(): StoredLayers {
    return this.#current.value;
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
    const names = this.own.map(({ typeName }) => typeName);
    this.#keep({ order: reordered(names, typeNames, target, place) });
  }

  setGroupVisible(id: string, visible: boolean): void {
    this.#keep({ hiddenGroups: without(this.#current.value.hiddenGroups, [id], !visible) });
  }

  /** Shows or hides everything, groups included. */
  setAllVisible(visible: boolean): void {
    this.#keep({ hidden: visible ? [] : this.own.map(({ typeName }) => typeName), hiddenGroups: [] });
  }

  setOpenGroups(open: ReadonlySet<string>): void {
    this.#keep({ closedGroups: this.groups.map(({ id }) => id).filter((id) => !open.has(id)) });
  }

  /** For everyone, as all changes of groups. */
  addGroup(name: string, typeNames: readonly string[]): void {
    const group: LayerGroup = { id: newUuid(), name, typeNames: [...typeNames], opacity: 1 };
    this.#changeGroups([...regrouped(this.groups, typeNames, undefined), group]);
  }

  /** Moves layers into a group, or out of theirs. */
  setGroup(typeNames: readonly string[], id: string | undefined): void {
    if (typeNames.every((name) => groupOf(this.groups, name)?.id === id)) return;
    this.#changeGroups(regrouped(this.groups, typeNames, id));
  }

  changeGroup(id: string, change: Partial<Omit<LayerGroup, 'id' | 'typeNames'>>): void {
    this.#changeGroups(this.groups.map((group) => (group.id === id ? { ...group, ...change } : group)));
  }

  /** Its layers stay. */
  dissolve(id: string): void {
    this.#changeGroups(this.groups.filter((group) => group.id !== id));
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

  #followGroups({ project: { id: projectId } }: OpenProject, closed: AbortSignal): void {
    const { api, storage, live, onGroupsRefused } = this.#services;
    const cached = storedGroups(storage, projectId);
    this.#groups.next(cached.get());
    const show = (groups: readonly LayerGroup[]) => {
      cached.set(groups);
      if (!closed.aborted) this.#groups.next(groups);
    };
    const begin = async () => {
      const code = await import('./group-sync.ts');
      const onRefused = onGroupsRefused ?? (() => undefined);
      const sync = new code.GroupSync({ api, projectId, show, onRefused, closed });
      await sync.read();
      const following = live?.on('types').subscribe(() => void sync.read());
      closed.addEventListener('abort', () => following?.unsubscribe());
      return sync;
    };
    // Where the code cannot be loaded, the groups stay as they were last.
    this.#groupSync = begin().catch(() => undefined);
  }

  #changeGroups(groups: readonly LayerGroup[]): void {
    this.#groups.next(groups);
    void this.#groupSync?.then((sync) => sync?.change(groups));
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
