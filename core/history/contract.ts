import type { Observable } from 'rxjs';
import type { Change, Edit } from '#core/document';
import type { Disposable } from '#core/kernel';

/** The label of a step: a text key `plugin:key` with its values. `code` identifies the kind of edit for programs. */
export interface StepLabel {
  readonly label: string;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly code: string;
}

/** How the server undoes what it did as a whole. Both reject with the server's error. */
export interface ServerUndo {
  undo(): Promise<void>;
  /** Without it, the step cannot be redone. */
  redo?(): Promise<void>;
}

/** A change that the server made as a whole, such as an import. */
export interface ServerStep extends StepLabel, ServerUndo {}

export interface Step extends StepLabel {
  /** Empty for a step of the server. */
  readonly changes: readonly Change[];
  readonly at: Date;
  /** Set for a step of the server, which only the server undoes. */
  readonly server?: ServerUndo;
}

export interface HistoryState {
  /** Oldest first; undo takes the last. */
  readonly done: readonly Step[];
  /** Redo takes the last. */
  readonly undone: readonly Step[];
  /** The step that the server is undoing or redoing. */
  readonly running?: Step | undefined;
}

/** A place in the history, from which on steps can be merged. */
export type Mark = number & { readonly brand: 'mark' };

/**
 * Why a step cannot be undone or redone: there is none, its objects were changed by others since, or the server is
 * still undoing or redoing a step.
 */
export type Obstacle =
  | { readonly reason: 'nothing' }
  | { readonly reason: 'changed-elsewhere'; readonly ids: readonly string[] }
  | { readonly reason: 'running' };

export interface History {
  readonly state$: Observable<HistoryState>;
  readonly state: HistoryState;
  /**
   * Applies `edit` as one step. Returns false, without a step, when it changed nothing, or when it creates objects that
   * lack required values, which the person is told.
   */
  perform(edit: Edit, label: StepLabel): boolean;
  /** Adds what the server has done as one step. Disposing removes the step, when it was undone elsewhere. */
  record(step: ServerStep): Disposable;
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
  /**
   * Waits for the step of the server that is being undone or redone. Rejects with the server's error; the step stays,
   * except after 404 and 409, when it can never be undone.
   */
  settled(): Promise<void>;
  /** Why `undo()` would be refused now; undefined when it would not. */
  undoObstacle(): Obstacle | undefined;
  redoObstacle(): Obstacle | undefined;
}
