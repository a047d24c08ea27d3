import type { Observable } from 'rxjs';
import type { Gesture, MapView, Modifiers } from '#core/mapview';
import type { OpenProject } from '#core/project';

export interface KeyGesture extends Modifiers {
  /** As `KeyboardEvent.key`: `Enter`, `Escape`, `Backspace`, `a`. */
  readonly key: string;
}

/** What the workbench shows while a tool is active. */
export interface ToolState {
  /** What to do next, as a text key `plugin:key`. */
  readonly hint: string;
  readonly hintValues?: Readonly<Record<string, string | number>>;
  /** Live values at the cursor, formatted in the person's units: `Δ 12.34 m`. */
  readonly readout?: readonly { readonly label: string; readonly value: string }[];
  /** Whether the Done button is enabled. */
  readonly canComplete: boolean;
  /** Whether the last step can be undone: with Backspace, or with a button on touch screens. */
  readonly canTakeBack?: boolean;
  /** Whether there is unfinished work: Esc cancels it before it leaves the tool. */
  readonly busy: boolean;
}

/** One use of a tool on one viewer: a small state machine that ends in `complete()` or `cancel()`. */
export interface ToolSession {
  readonly state$: Observable<ToolState>;
  readonly state: ToolState;
  /** Return `true` for `down` to claim the drag. */
  gesture(gesture: Gesture): boolean | void;
  /** Returns whether the key was used. */
  key?(key: KeyGesture): boolean;
  /** Finishes the current work and keeps its result, if possible; the tool stays active. */
  complete(): void;
  /** Discards the current work; the tool stays active. */
  cancel(): void;
  /** Returns the unfinished work for a session of the same tool on another viewer; undefined if there is none. */
  handOver?(): unknown;
  /** Continues the work that another session has handed over. */
  takeOver?(work: unknown): void;
  /** Puts the tool away; unfinished work is cancelled first. */
  dispose(): void;
}

export interface ToolContext {
  readonly view: MapView;
  readonly project: OpenProject;
}

/** Bound under the id of its contribution. */
export interface Tool {
  start(context: ToolContext): ToolSession;
}

export interface ActiveTool {
  readonly id: string;
  /** Whether this is the default tool: the viewer's first `select` tool. */
  readonly isSelectTool: boolean;
  readonly session: ToolSession;
}

/** The tools the person may use, and the active one: at most one per viewer. */
export interface Tools {
  readonly active$: Observable<ActiveTool | undefined>;
  readonly active: ActiveTool | undefined;
  /**
   * Loads the tool's plugin if needed and waits while its viewer and project are still opening. A newer call cancels
   * an older one. Values typed meanwhile go to the tool when it starts. Throws AppError('unknown-tool') listing the available tools.
   */
  activate(toolId: string): Promise<void>;
  /** Returns to the viewer's first `select` tool. */
  putAway(): void;
  /**
   * Passes a key to the active tool. If the tool does not use it: Enter completes; Esc cancels unfinished work, or
   * else puts the tool away. Returns whether the key was used.
   */
  key(key: KeyGesture): boolean;
}
