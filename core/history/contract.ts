import type { Observable } from 'rxjs';
import type { Change, Edit } from '#core/document';

/** The label of a step: a text key `plugin:key` with its values. `code` identifies the kind of edit for programs. */
export interface StepLabel {
  readonly label: string;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly code: string;
}

export interface Step extends StepLabel {
  readonly changes: readonly Change[];
  readonly at: Date;
}

export interface HistoryState {
  /** Oldest first; undo takes the last. */
  readonly done: readonly Step[];
  /** Redo takes the last. */
  readonly undone: readonly Step[];
}

/** A place in the history, from which on steps can be merged. */
export type Mark = number & { readonly brand: 'mark' };

/**
 * Why a step cannot be undone or redone: there is none, its objects were changed by others since, or the server is
 * still undoing or redoing a step.
 */
export type Obstacle =
  { readonly reason: 'nothing' } | { readonly reason: 'changed-elsewhere'; readonly ids: readonly string[] };

export interface History {
  readonly state$: Observable<HistoryState>;
  readonly state: HistoryState;
  /** Applies `edit` as one step. Returns false, without a step, when it changed nothing. */
  perform(edit: Edit, label: StepLabel): boolean;
  mark(): Mark;
  /** Makes one step of everything since the mark: one gesture, one entry. Steps of the server stay apart. */
  merge(mark: Mark, label: StepLabel): void;
  /**
   * Undoes the last step; a step of the server is only begun (see `settled`). Returns false when there is none, when
   * the server is still busy with one, or when its objects were changed by others since (see `undoObstacle`); in the
   * last case the step is dropped, so that earlier ones can be undone.
   */
  undo(): boolean;
  redo(): boolean;
  /** Why `undo()` would be refused now; undefined when it would not. */
  undoObstacle(): Obstacle | undefined;
  redoObstacle(): Obstacle | undefined;
}
