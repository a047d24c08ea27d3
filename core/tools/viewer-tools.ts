import {
  BehaviorSubject,
  combineLatest,
  distinctUntilChanged,
  filter,
  firstValueFrom,
  map,
  pairwise,
  type Observable,
} from 'rxjs';
import { AppError, Lifetime, Latest, isAbort, type Disposable } from '#core/kernel';
import type { MapView, Views } from '#core/mapview';
import { worksOn, type Contribution, type PluginHost } from '#core/plugin';
import type { OpenProject, Projects } from '#core/project';
import type { ActiveTool, KeyGesture, Tool, ToolSession, Tools } from './contract.ts';

/** Keys pressed while a tool's code is loading; more are lost. */
const MAX_EARLY_KEYS = 50;

interface RunningTool extends ActiveTool {
  readonly tool: Tool;
  readonly plugin: string;
  readonly project: OpenProject;
  readonly lifetime: Lifetime;
}

/** The unfinished work of a tool whose viewer was closed or left. The next session of the tool takes it over. */
interface UnfinishedWork {
  readonly id: string;
  readonly project: OpenProject;
  readonly work: unknown;
}

type ToolsDependencies = {
  readonly host: Pick<PluginHost, 'current' | 'contributions' | 'service' | 'report'>;
  readonly views: Views;
  readonly projects: Projects;
  /** Shows a problem that the person can solve: the sentence of an AppError that a session throws. */
  readonly notify?: (sentence: string) => void;
};

/**
 * Manages the active tool of every viewer. A session ends with its viewer, its project or the person's permission for
 * the tool. A session that throws is put away and its plugin reported; the viewer returns to its select tool. An AppError
 * is only shown.
 */
export class ViewerTools implements Tools, Disposable {
  readonly #parts: ToolsDependencies;
  readonly #running = new BehaviorSubject<ReadonlyMap<MapView, RunningTool>>(new Map());
  readonly #lifetime = new Lifetime();
  readonly #newest = new Latest();
  #left: UnfinishedWork | undefined;
  /** Keys pressed since the newest tool was activated, for its session; undefined once that has started. */
  #earlyKeys: KeyGesture[] | undefined;
  /**
   * True while a viewer becomes active because a tool is started there: the tool of the previous viewer does not
   * follow.
   */
  #taking = false;
  readonly active$: Observable<ActiveTool | undefined>;

  constructor(parts: ToolsDependencies) {
    this.#parts = parts;
    this.active$ = combineLatest([parts.views.active$, this.#running]).pipe(
      map(([view, running]) => view && running.get(view)),
      distinctUntilChanged(),
    );
    const surroundings = combineLatest([
      parts.views.open$,
      parts.projects.current$,
      parts.host.contributions('tools'),
    ]);
    this.#lifetime.add(surroundings.subscribe(([open, project]) => this.#settle(open, project)));
    const hands = parts.views.active$.pipe(pairwise());
    this.#lifetime.add(hands.subscribe(([from, to]) => from && to && this.#follow(from, to)));
    this.#lifetime.add(() => [...this.#running.value.keys()].forEach((view) => this.#drop(view)));
  }

  get active(): ActiveTool | undefined {
    const view = this.#parts.views.active;
    return view && this.#running.value.get(view);
  }

  async activate(toolId: string): Promise<void> {
    const tool = this.#parts.host.current('tools').find(({ id }) => id === toolId);
    if (!tool) throw this.#unknown(toolId);
    const early: KeyGesture[] = (this.#earlyKeys = []);
    try {
      await this.#newest.run(async (signal) => {
        const [code, { view, project }] = await Promise.all([
          this.#parts.host.service<Tool>(tool.plugin, tool.id),
          this.#place(tool, signal),
        ]);
        if (signal.aborted) return;
        this.#start(tool, code, view, project);
        this.#earlyKeys = undefined;
        for (const key of early) this.key(key);
      });
    } finally {
      if (this.#earlyKeys === early) this.#earlyKeys = undefined;
    }
  }

  putAway(): void {
    const view = this.#parts.views.active;
    if (!view) return;
    const select = this.#selectToolOf(view);
    if (!select) return this.#drop(view);
    this.activate(select.id).catch((thrown: unknown) => this.#parts.host.report(select.plugin, thrown));
  }

  key(key: KeyGesture): boolean {
    if (this.#isForStartingTool(key)) {
      if (this.#earlyKeys!.length < MAX_EARLY_KEYS) this.#earlyKeys!.push(key);
      return true;
    }
    const running = this.active as RunningTool | undefined;
    if (!running) return false;
    const { session } = running;
    return this.#guarded(running, false, () => {
      if (session.key?.(key)) return true;
      if (key.ctrl || key.alt) return false;
      if (key.key === 'Enter' && session.state.canComplete) {
        session.complete();
        return true;
      }
      if (key.key !== 'Escape') return false;
      if (session.state.busy) session.cancel();
      else if (!running.isSelectTool) this.putAway();
      else return false;
      return true;
    });
  }

  dispose(): void {
    this.#newest.cancel();
    this.#lifetime.dispose();
  }

  /** Returns whether a tool is starting that may use this key: part of a typed value, Enter or Backspace. */
  #isForStartingTool({ key, ctrl, alt }: KeyGesture): boolean {
    return this.#earlyKeys !== undefined && !ctrl && !alt && /^([\d.,<@-]|Enter|Backspace)$/.test(key);
  }

  /**
   * Returns a viewer the tool works on, preferably the active one, and the project. Waits while they are still
   * opening.
   */
  async #place(
    tool: Contribution<'tools'>,
    signal: AbortSignal,
  ): Promise<{ view: MapView; project: OpenProject }> {
    const { views, projects } = this.#parts;
    const fits = (view: MapView | undefined) => worksOn(tool, view);
    const place$ = combineLatest([views.open$, projects.current$]).pipe(
      map(([open, project]) => {
        const view = fits(views.active) ? views.active : open.find(fits);
        return view && project ? { view, project } : undefined;
      }),
      filter((place) => place !== undefined),
    );
    const aborted = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
    );
    return Promise.race([firstValueFrom(place$), aborted]);
  }

  #start(tool: Contribution<'tools'>, code: Tool, view: MapView, project: OpenProject): void {
    const { host } = this.#parts;
    if (this.#running.value.get(view)?.id === tool.id) return this.#turnTo(view);
    this.#drop(view);
    const lifetime = new Lifetime();
    let session: ToolSession;
    try {
      session = lifetime.add(code.start({ view, project }));
    } catch (thrown) {
      if (!this.#told(thrown)) host.report(tool.plugin, thrown);
      return;
    }
    const { id, plugin } = tool;
    const isSelectTool = this.#selectToolOf(view)?.id === id;
    const running: RunningTool = { id, isSelectTool, plugin, tool: code, session, project, lifetime };
    lifetime.add(view.listen((gesture) => this.#guarded(running, false, () => session.gesture(gesture))));
    this.#running.next(new Map(this.#running.value).set(view, running));
    this.#turnTo(view);
    const left = this.#left;
    if (left?.id !== tool.id || left.project !== project) return;
    this.#left = undefined;
    this.#guarded(running, undefined, () => session.takeOver?.(left.work));
  }

  #turnTo(view: MapView): void {
    this.#taking = true;
    try {
      this.#parts.views.activate(view);
    } finally {
      this.#taking = false;
    }
  }

  /** Called when another open viewer becomes active. The tool follows with its unfinished work, if it works there. */
  #follow(from: MapView, to: MapView): void {
    const { host, views, projects } = this.#parts;
    const running = this.#running.value.get(from);
    if (this.#taking || !running || running.isSelectTool || !views.open.includes(from)) return;
    const contribution = host.current('tools').find(({ id }) => id === running.id);
    if (!contribution || !worksOn(contribution, to)) return;
    this.#leave(running, running.project);
    this.#drop(from);
    this.#start(contribution, running.tool, to, running.project);
    this.#settle(views.open, projects.current);
  }

  #drop(view: MapView): void {
    const running = this.#running.value.get(view);
    if (!running) return;
    const rest = new Map(this.#running.value);
    rest.delete(view);
    this.#running.next(rest);
    try {
      running.lifetime.dispose();
    } catch (thrown) {
      this.#parts.host.report(running.plugin, thrown);
    }
  }

  /**
   * Puts away tools that have lost their viewer, project or permission, and starts the select tool where there is
   * none.
   */
  #settle(open: readonly MapView[], project: OpenProject | undefined): void {
    const allowed = new Set(this.#parts.host.current('tools').map(({ id }) => id));
    for (const [view, running] of this.#running.value) {
      if (open.includes(view) && running.project === project && allowed.has(running.id)) continue;
      if (running.project === project) this.#leave(running, project);
      this.#drop(view);
    }
    if (!project) return;
    for (const view of open) {
      const select = this.#selectToolOf(view);
      if (select && !this.#running.value.has(view)) void this.#lay(select, view, project);
    }
  }

  #leave(running: RunningTool, project: OpenProject): void {
    const work = this.#guarded(running, undefined, () => running.session.handOver?.());
    if (work !== undefined) this.#left = { id: running.id, project, work };
  }

  /** Starts the select tool, unless another tool has been started meanwhile. */
  async #lay(select: Contribution<'tools'>, view: MapView, project: OpenProject): Promise<void> {
    try {
      const code = await this.#parts.host.service<Tool>(select.plugin, select.id);
      const { views, projects } = this.#parts;
      if (this.#lifetime.closed || this.#running.value.has(view)) return;
      if (!views.open.includes(view) || projects.current !== project) return;
      const active = views.active;
      this.#start(select, code, view, project);
      if (active) this.#turnTo(active);
    } catch (thrown) {
      if (!isAbort(thrown)) this.#parts.host.report(select.plugin, thrown);
    }
  }

  #selectToolOf(view: MapView): Contribution<'tools'> | undefined {
    return this.#parts.host
      .current('tools')
      .filter((tool) => tool.group === 'select' && worksOn(tool, view))
      .sort((a, b) => a.order - b.order)[0];
  }

  #guarded<T>(running: RunningTool, otherwise: T, work: () => T): T {
    try {
      return work();
    } catch (thrown) {
      if (this.#told(thrown)) return otherwise;
      const view = [...this.#running.value].find(([, candidate]) => candidate === running)?.[0];
      if (view) this.#drop(view);
      this.#parts.host.report(running.plugin, thrown);
      return otherwise;
    }
  }

  /** Returns whether this was a problem that the person can solve, and shows it. */
  #told(thrown: unknown): boolean {
    const { notify } = this.#parts;
    if (!(thrown instanceof AppError) || !notify) return false;
    notify(thrown.message);
    return true;
  }

  #unknown(toolId: string): AppError {
    const known = this.#parts.host.current('tools').map(({ id }) => id);
    const choices =
      known.length > 0 ? `The tools you may use are: ${known.join(', ')}.` : 'You may use none.';
    return new AppError('unknown-tool', `There is no tool "${toolId}" here. ${choices}`);
  }
}
