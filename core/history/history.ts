import { BehaviorSubject, type Observable } from 'rxjs';
import type { Change, Edit, ProjectDocument } from '#core/document';
import type { History, HistoryState, Mark, Obstacle, Step, StepLabel } from './contract.ts';

/** Steps that are kept; the oldest are dropped. */
export const MAX_STEPS = 500;

export class DocumentHistory implements History {
  readonly #document: ProjectDocument;
  readonly #limit: number;
  readonly #state = new BehaviorSubject<HistoryState>({ done: [], undone: [] });
  readonly state$: Observable<HistoryState> = this.#state.asObservable();
  /** Number of dropped steps; marks count from the first step ever made. */
  #forgotten = 0;

  constructor(document: ProjectDocument, limit = MAX_STEPS) {
    this.#document = document;
    this.#limit = limit;
  }

  get state(): HistoryState {
    return this.#state.value;
  }

  perform(edit: Edit, label: StepLabel): boolean {
    const changes = edit(this.#document).filter(({ before, after }) => before !== after);
    if (changes.length === 0) return false;
    this.#document.apply(changes, 'edit');
    this.#set([...this.state.done, { ...label, changes, at: new Date() }], []);
    return true;
  }

  mark(): Mark {
    return (this.#forgotten + this.state.done.length) as Mark;
  }

  merge(mark: Mark, label: StepLabel): void {
    const { earlier, since } = this.#split(mark);
    if (since.length === 0) return;
    const changes = mergeChanges(since.flatMap((step) => step.changes));
    const step: Step = { ...label, changes, at: new Date() };
    this.#set(changes.length > 0 ? [...earlier, step] : earlier, this.state.undone);
  }

  undo(): boolean {
    const step = this.state.done.at(-1);
    if (!step) return false;
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
    if (!step) return false;
    const rest = this.state.undone.slice(0, -1);
    if (this.redoObstacle()) {
      this.#set(this.state.done, rest);
      return false;
    }
    this.#document.apply(step.changes, 'redo');
    this.#set([...this.state.done, step], rest);
    return true;
  }

  undoObstacle(): Obstacle | undefined {
    const step = this.state.done.at(-1);
    return step ? this.#findObstacle(step.changes.map(invert).reverse()) : { reason: 'nothing' };
  }

  redoObstacle(): Obstacle | undefined {
    const step = this.state.undone.at(-1);
    return step ? this.#findObstacle(step.changes) : { reason: 'nothing' };
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
    this.#state.next({ done: excess > 0 ? done.slice(excess) : done, undone });
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
