import type { Observable } from 'rxjs';
import type { Change, Edit } from '#core/document';

/** What a person reads of a step: a text key `plugin:key` with its values. `code` names the kind of edit for programs. */
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

/** Why a step cannot be taken back or made again: there is none, or what it touched was changed from elsewhere since. */
export type Obstacle =
  { readonly reason: 'nothing' } | { readonly reason: 'changed-elsewhere'; readonly ids: readonly string[] };

export interface History {
  readonly state$: Observable<HistoryState>;
  readonly state: HistoryState;
  /** Applies `edit` as one step; false when it changed nothing (no step is made). */
  perform(edit: Edit, label: StepLabel): boolean;
  mark(): Mark;
  /** Makes one step of everything since the mark: one gesture, one entry. */
  merge(mark: Mark, label: StepLabel): void;
  /**
   * False when there is nothing to undo or what it touches was changed from elsewhere since (see `whyNotUndo` before
   * calling); such a step is given up, so that the ones before it can be reached.
   */
  undo(): boolean;
  redo(): boolean;
  /** Why `undo()` would be refused now; undefined when it would not. */
  whyNotUndo(): Obstacle | undefined;
  whyNotRedo(): Obstacle | undefined;
}
