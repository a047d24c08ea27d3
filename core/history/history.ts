import { BehaviorSubject, type Observable } from 'rxjs';
import type { Change, Edit, MapObject, ProjectDocument } from '#core/document';
import { AppError, type Disposable } from '#core/kernel';
import type { History, HistoryState, Mark, Obstacle, ServerStep, Step, StepLabel } from './contract.ts';

/** Steps that are kept; the oldest are dropped. */
const MAX_STEPS = 500;
/** What the server answers when a step is gone, or was undone elsewhere. */
const GONE: readonly unknown[] = [404, 409];

export interface HistoryOptions {
  /** Steps that are kept. Default: 500. */
  readonly limit?: number;
  /** Completes what an edit made of an object, such as its computed fields. Default: it stays as the edit made it. */
  readonly complete?: (object: MapObject) => MapObject;
  /** Returns whether changes are refused because the server could not store them; says why. Default: none are. */
  readonly refuses?: (changes: readonly Change[]) => boolean;
}

export class DocumentHistory implements History {
  readonly #document: ProjectDocument;
  readonly #limit: number;
  readonly #complete: (object: MapObject) => MapObject;
  readonly #refuses: (changes: readonly Change[]) => boolean;
  readonly #state = new BehaviorSubject<HistoryState>({ done: [], undone: [] });
  readonly state$: Observable<HistoryState> = this.#state.asObservable();
  /** Number of dropped steps; marks count from the first step ever made. */
  #forgotten = 0;
  #settled: Promise<void> = Promise.resolve();

  constructor(
    document: ProjectDocument,
    { limit = MAX_STEPS, complete = (object) => object, refuses = () => false }: HistoryOptions = {},
  ) {
    this.#document = document;
    this.#limit = limit;
    this.#complete = complete;
    this.#refuses = refuses;
  }

  get state(): HistoryState {
    return this.#state.value;
  }

  perform(edit: Edit, label: StepLabel): boolean {
    const changes = this.#completed(edit(this.#document).filter(({ before, after }) => before !== after));
    if (changes.length === 0 || this.#refuses(changes)) return false;
    this.#document.apply(changes, 'edit');
    this.#set([...this.state.done, { ...label, changes, at: new Date() }], []);
    return true;
  }

  record({ undo, redo, ...label }: ServerStep): Disposable {
    const step: Step = { ...label, changes: [], at: new Date(), server: { undo, ...(redo && { redo }) } };
    this.#set([...this.state.done, step], []);
    return { dispose: () => this.#drop(step) };
  }

  mark(): Mark {
    return (this.#forgotten + this.state.done.length) as Mark;
  }

  merge(mark: Mark, label: StepLabel): void {
    const { earlier, since } = this.#split(mark);
    if (since.length === 0) return;
    const ofServer = since.filter(({ server }) => server);
    const changes = mergeChanges(since.flatMap((step) => step.changes));
    const step: Step = { ...label, changes, at: new Date() };
    this.#set([...earlier, ...ofServer, ...(changes.length > 0 ? [step] : [])], this.state.undone);
  }

  undo(): boolean {
    const step = this.state.done.at(-1);
    if (!step || this.state.running) return false;
    if (step.server) return this.#run(step, 'undo', step.server.undo());
    const rest = this.state.done.slice(0, -1);
    if (this.undoObstacle()) {
      // Its objects have changed since; earlier steps can still be undone.
      this.#set(rest, this.state.undone);
      return false;
    }
    this.#document.apply(step.changes.map(invert).reverse(), 'undo');
    this.#set(rest, [...this.state.undone, step]);
    return true;
  }

  redo(): boolean {
    const step = this.state.undone.at(-1);
    if (!step || this.state.running) return false;
    if (step.server?.redo) return this.#run(step, 'redo', step.server.redo());
    const rest = this.state.undone.slice(0, -1);
    if (this.redoObstacle()) {
      this.#set(this.state.done, rest);
      return false;
    }
    this.#document.apply(step.changes, 'redo');
    this.#set([...this.state.done, step], rest);
    return true;
  }

  settled(): Promise<void> {
    return this.#settled;
  }

  undoObstacle(): Obstacle | undefined {
    if (this.state.running) return { reason: 'running' };
    const step = this.state.done.at(-1);
    return step ? this.#findObstacle(step.changes.map(invert).reverse()) : { reason: 'nothing' };
  }

  redoObstacle(): Obstacle | undefined {
    if (this.state.running) return { reason: 'running' };
    const step = this.state.undone.at(-1);
    return step ? this.#findObstacle(step.changes) : { reason: 'nothing' };
  }

  #run(step: Step, direction: 'undo' | 'redo', work: Promise<void>): true {
    this.#state.next({ ...this.state, running: step });
    this.#settled = work.then(
      () => this.#ended(step, direction),
      (failure: unknown) => {
        this.#state.next({ ...this.state, running: undefined });
        if (failure instanceof AppError && GONE.includes(failure.status)) this.#drop(step);
        throw failure;
      },
    );
    // The failure is for those who wait.
    this.#settled.catch(() => undefined);
    return true;
  }

  /** Steps may have been performed while the server worked: they stay. */
  #ended(step: Step, direction: 'undo' | 'redo'): void {
    const isLast = this.state.done.at(-1) === step;
    this.#state.next({ ...this.state, running: undefined });
    this.#drop(step);
    const { done, undone } = this.state;
    if (direction === 'redo') this.#set([...done, step], undone);
    else if (isLast && step.server?.redo) this.#set(done, [...undone, step]);
  }

  #drop(step: Step): void {
    const { done, undone } = this.state;
    const at = done.indexOf(step);
    // Marks after it count one step less.
    if (at >= 0 && at < done.length - 1) this.#forgotten += 1;
    const others = (steps: readonly Step[]) => steps.filter((each) => each !== step);
    this.#set(others(done), others(undone));
  }

  /** An edit may change an object several times: each change begins with what the one before has made. */
  #completed(changes: readonly Change[]): readonly Change[] {
    const made = new Map<MapObject, MapObject>();
    return changes.map((change) => {
      const before = change.before && (made.get(change.before) ?? change.before);
      const after = change.after && this.#complete(change.after);
      if (change.after && after) made.set(change.after, after);
      return { ...change, before, after };
    });
  }

  #findObstacle(changes: readonly Change[]): Obstacle | undefined {
    const ids = mergeChanges(changes)
      .filter(({ id, before }) => this.#document.get(id) !== before)
      .map(({ id }) => id);
    return ids.length > 0 ? { reason: 'changed-elsewhere', ids } : undefined;
  }

  #split(mark: Mark): { earlier: Step[]; since: Step[] } {
    const at = Math.max(0, mark - this.#forgotten);
    return { earlier: this.state.done.slice(0, at), since: this.state.done.slice(at) };
  }

  #set(done: readonly Step[], undone: readonly Step[]): void {
    const excess = Math.max(0, done.length - this.#limit);
    this.#forgotten += excess;
    this.#state.next({ ...this.state, done: excess > 0 ? done.slice(excess) : done, undone });
  }
}

function invert({ id, before, after }: Change): Change {
  return { id, before: after, after: before };
}

/**
 * Merges several changes of an object into one, from the first `before` to the last `after`. Changes that cancel out
 * are dropped.
 */
function mergeChanges(changes: readonly Change[]): Change[] {
  const byId = new Map<string, Change>();
  for (const change of changes) {
    const earlier = byId.get(change.id);
    byId.set(change.id, earlier ? { ...change, before: earlier.before } : change);
  }
  return [...byId.values()].filter(({ before, after }) => before !== after);
}
