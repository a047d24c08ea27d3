import type { Observable } from 'rxjs';
import type { Gesture, MapView, Modifiers } from '#core/mapview';
import type { OpenProject } from '#core/project';

export interface KeyGesture extends Modifiers {
  /** As `KeyboardEvent.key`: `Enter`, `Escape`, `Backspace`, `a`. */
  readonly key: string;
}

/** What a person is told while a tool works. */
export interface ToolState {
  /** What to do next, as a text key `plugin:key`. */
  readonly hint: string;
  readonly hintValues?: Readonly<Record<string, string | number>>;
  /** Live values at the cursor, already printed in the person's units: `Δ 12.34 m`. */
  readonly readout?: readonly { readonly label: string; readonly value: string }[];
  /** The Done button is offered. */
  readonly canComplete: boolean;
  /** A last step of what is under way can be taken back; Backspace does it, and a button for hands without one. */
  readonly canTakeBack?: boolean;
  /** Something is under way: Esc cancels it before it leaves the tool. */
  readonly busy: boolean;
}

/** One use of a tool on one viewer: a small state machine that ends in `complete()` or `cancel()`. */
export interface ToolSession {
  readonly state$: Observable<ToolState>;
  readonly state: ToolState;
  /** Answer `true` to `down` to claim the drag. */
  gesture(gesture: Gesture): boolean | void;
  /** True when the key was used. */
  key?(key: KeyGesture): boolean;
  /** Ends what is under way and keeps it, if it can; the tool stays ready for the next. */
  complete(): void;
  /** Ends what is under way and leaves no trace; the tool stays ready. */
  cancel(): void;
  /** What is under way, for a session of the same tool on the viewer that takes this one's place; undefined: nothing. */
  handOver?(): unknown;
  /** Goes on with what such a session handed over. */
  takeOver?(work: unknown): void;
  /** The tool is put away; what is under way is cancelled first. */
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
  /** The one that lies there when nobody has taken another: the viewer's first `select` tool. */
  readonly atRest: boolean;
  readonly session: ToolSession;
}

/** The tools the person may use, and the one in hand: at most one a viewer. */
export interface Tools {
  readonly active$: Observable<ActiveTool | undefined>;
  readonly active: ActiveTool | undefined;
  /**
   * Loads the tool's plugin when needed and waits for its viewer and project where they are still opening. A newer call
   * overtakes an older one. @throws AppError('unknown-tool') naming the tools there are. */
  activate(toolId: string): Promise<void>;
  /** Back to the viewer's first `select` tool. */
  putAway(): void;
  /**
   * Offers a key to the tool in hand. What it does not use itself: Enter completes, Esc cancels what is under way and
   * then puts the tool away. True when the key was used.
   */
  key(key: KeyGesture): boolean;
}
