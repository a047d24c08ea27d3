import { BehaviorSubject, distinctUntilChanged, map, merge, skip, type Observable } from 'rxjs';
import type { Api, Live } from '#core/api';
import { BrowserQueueStore, NO_STORE, type QueueStore, type TabLocks } from '#core/autosave';
import { canEncrypt, importKey } from '#core/browser';
import type { EventBus } from '#core/events';
import type { FieldLack } from '#core/fields';
import { Lifetime, newUuid, type Disposable } from '#core/kernel';
import { deviceKey, getProject, listProjectAttributes, type ObjectType, type Project } from '#core/protocol';
import type { Session } from '#core/session';
import type { Settings } from '#core/settings';
import type { OpenProject, Projects } from './contract.ts';
import { loadDefinitions } from './load-definitions.ts';
import { LoadedProject } from './open-project.ts';

export interface ProjectsDependencies {
  readonly api: Pick<Api, 'call' | 'bytes'>;
  readonly live: Pick<Live, 'on' | 'follow'>;
  readonly bus: Pick<EventBus, 'emit'>;
  readonly session: Pick<Session, 'me' | 'me$'>;
  readonly settings: Pick<Settings, 'get' | 'observe' | 'useProject'>;
  readonly locks: TabLocks;
  /** Whether the browser is online; emits at once. */
  readonly online$: Observable<boolean>;
  readonly translate: (key: string) => string;
  /** Tells the person what new objects of a type lack, so that they were not created. */
  readonly refused?: (type: ObjectType, lacks: readonly FieldLack[]) => void;
}

const NEVER_ABORTED = new AbortController().signal;

interface ProjectOpening {
  readonly id: string;
  readonly controller: AbortController;
  readonly project: Promise<OpenProject>;
  /** Number of callers waiting; without any the opening is aborted. */
  waiters: number;
}

/** Opens and closes the project of a page. A change of user closes it. */
export class ProjectService implements Projects, Disposable {
  readonly #parts: ProjectsDependencies;
  readonly #current = new BehaviorSubject<LoadedProject | undefined>(undefined);
  readonly current$: Observable<OpenProject | undefined> = this.#current.asObservable();
  readonly #lifetime = new Lifetime();
  #opening: ProjectOpening | undefined;
  #isHandedOver = false;
  #deviceKey: Promise<CryptoKey> | undefined;

  constructor(parts: ProjectsDependencies) {
    this.#parts = parts;
    const person$ = parts.session.me$.pipe(
      map((me) => me?.userId),
      distinctUntilChanged(),
      skip(1),
    );
    const left = person$.subscribe(() => {
      this.#close();
      this.#deviceKey = undefined;
    });
    this.#lifetime.add(left);
    this.#lifetime.add(
      merge(parts.settings.observe('measureCRS'), parts.settings.observe('workingCrs')).subscribe((code) => {
        // Opening a project loads definitions anyway; this is for later changes.
        if (this.current) void loadDefinitions(parts.api, [code], NEVER_ABORTED);
      }),
    );
    this.#lifetime.add(() => this.#close());
  }

  get current(): OpenProject | undefined {
    return this.#current.value;
  }

  async open(projectId: string, signal?: AbortSignal): Promise<OpenProject> {
    signal?.throwIfAborted();
    if (this.current?.project.id === projectId) return this.current;
    let opening = this.#opening;
    if (opening?.id !== projectId || opening.controller.signal.aborted) {
      this.#close();
      opening = this.#start(projectId);
    }
    const { controller, project } = opening;
    opening.waiters++;
    const giveUp = () => {
      if (--opening.waiters === 0) controller.abort(signal?.reason);
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      const open = await project;
      signal?.throwIfAborted();
      return open;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  close(): void {
    if (!this.#isHandedOver) this.#close();
    this.#isHandedOver = false;
  }

  handOver(): void {
    this.#isHandedOver = this.current !== undefined;
  }

  #close(): void {
    this.#isHandedOver = false;
    this.#opening?.controller.abort();
    this.#opening = undefined;
    const open = this.#current.value;
    if (!open) return;
    // Viewers and tools release it first.
    this.#current.next(undefined);
    open.dispose();
    this.#parts.settings.useProject(undefined);
  }

  deviceKey(): Promise<CryptoKey> {
    this.#deviceKey ??= this.#fetchDeviceKey().catch((failure: unknown) => {
      this.#deviceKey = undefined;
      throw failure;
    });
    return this.#deviceKey;
  }

  async #fetchDeviceKey(): Promise<CryptoKey> {
    const { data } = await this.#parts.api.call(deviceKey, {});
    return importKey(data.key);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #start(id: string): ProjectOpening {
    const controller = new AbortController();
    const opening: ProjectOpening = {
      id,
      controller,
      waiters: 0,
      project: this.#open(id, controller.signal),
    };
    const done = () => {
      if (this.#opening === opening) this.#opening = undefined;
    };
    opening.project.then(done, done);
    return (this.#opening = opening);
  }

  async #open(id: string, signal: AbortSignal): Promise<OpenProject> {
    const { api, settings, session } = this.#parts;
    const [{ data: project }, { data: types }] = await Promise.all([
      api.call(getProject, { params: { id } }, { signal }),
      api.call(listProjectAttributes, { headers: { projectid: id } }, { signal }),
    ]);
    signal.throwIfAborted();
    settings.useProject(project);
    const codes = [project.crs, settings.get('measureCRS'), settings.get('workingCrs')];
    await loadDefinitions(api, codes, signal);
    const store = await this.#store(`${session.me?.userId ?? ''}/${id}`);
    const open = await LoadedProject.open(project, types, {
      ...this.#parts,
      store,
      automatic$: settings.observe('autoSave'),
    });
    if (signal.aborted) {
      open.dispose();
      signal.throwIfAborted();
    }
    open.project$.pipe(skip(1)).subscribe((changed) => void this.#follow(changed));
    this.#current.next(open);
    // Now, for who signs out without a network: that is when there are unsent changes.
    if (canEncrypt()) void this.deviceKey().catch(() => undefined);
    return open;
  }

  /** Applies a changed reference system and units in all open views. */
  async #follow(project: Project): Promise<void> {
    await loadDefinitions(this.#parts.api, [project.crs], NEVER_ABORTED);
    if (this.current?.project === project) this.#parts.settings.useProject(project);
  }

  async #store(owner: string): Promise<QueueStore> {
    try {
      return await BrowserQueueStore.open(owner, newUuid(), this.#parts.locks, () => this.deviceKey());
    } catch {
      return NO_STORE;
    }
  }
}
