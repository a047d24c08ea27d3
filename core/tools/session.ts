import { reaction } from 'mobx';
import { BehaviorSubject, merge, type Observable } from 'rxjs';
import type { MapObject } from '#core/document';
import { Lifetime } from '#core/kernel';
import { HIT_TOLERANCE, type Gesture, type MapView, type Sketch } from '#core/mapview';
import type { OpenProject } from '#core/project';
import type { KeyGesture, ToolContext, ToolSession, ToolState } from './contract.ts';

/** The state a session describes; `canComplete` and `busy` are false by default. */
export type StateOfTool = Pick<ToolState, 'hint'> & Partial<ToolState>;

/** Pixels: objects whose distances differ by less are equally near. */
const AS_NEAR = 1;

/**
 * Base class of tool sessions. A tool describes its state and overrides the handlers it needs. Sketch, preview and
 * cursor are removed from the map when the tool is cancelled or put away.
 */
export abstract class BaseToolSession implements ToolSession {
  readonly view: MapView;
  readonly project: OpenProject;
  /** What ends with the session; closed first when the tool is put away. */
  protected readonly lifetime = new Lifetime();
  readonly #putAway = new AbortController();
  readonly #slots = new Set<string | undefined>();
  #state: BehaviorSubject<ToolState> | undefined;
  #problem: string | undefined;
  #preview: ReturnType<MapView['preview']> | undefined;

  constructor(readonly context: ToolContext) {
    this.view = context.view;
    this.project = context.project;
  }

  get state(): ToolState {
    return this.#states.value;
  }

  get state$(): Observable<ToolState> {
    return this.#states;
  }

  /** Aborted when the tool is put away. */
  protected get putAway(): AbortSignal {
    return this.#putAway.signal;
  }

  /** Returns the current state, from the fields of the session. Not called before the session is constructed. */
  protected abstract describe(): StateOfTool;

  gesture(gesture: Gesture): boolean {
    if (gesture.kind !== 'move') this.clearProblem();
    switch (gesture.kind) {
      case 'move':
        this.onMove(gesture);
        break;
      case 'click':
        this.onClick(gesture);
        break;
      case 'double':
        this.onDoubleClick(gesture);
        break;
      case 'context':
        this.onContextMenu(gesture);
        break;
      case 'down':
        return this.onDown(gesture);
      case 'drag':
        this.onDrag(gesture);
        break;
      case 'up':
        this.onUp(gesture);
        break;
      case 'leave':
        this.onLeave(gesture);
        break;
    }
    return false;
  }

  /** Backspace and Ctrl+Z undo the last step. Enter and Escape call `complete` and `cancel` without this handler. */
  key({ key, ctrl, shift }: KeyGesture): boolean {
    this.clearProblem();
    const isBack = key === 'Backspace' || (ctrl && !shift && key.toLowerCase() === 'z');
    return isBack && this.takeBack();
  }

  /** Default: nothing is kept, for tools in which each click is complete. */
  complete(): void {}

  /** Default: removes sketch and preview from the map. */
  cancel(): void {
    this.clear();
  }

  /** Shows a problem, as a text key, until the next key or gesture other than a move. */
  refuse(problem: string | undefined): void {
    this.#problem = problem;
    this.update();
  }

  dispose(): void {
    this.#putAway.abort();
    try {
      this.lifetime.dispose();
    } finally {
      this.clear();
      this.view.setCursor(undefined);
      this.#state?.complete();
    }
  }

  protected onMove(_gesture: Gesture): void {}
  protected onClick(_gesture: Gesture): void {}
  protected onDoubleClick(_gesture: Gesture): void {}
  /** Right button or long press. Default: completes if possible. */
  protected onContextMenu(_gesture: Gesture): void {
    if (this.state.canComplete) this.complete();
  }
  /** Returns true to claim the drag. */
  protected onDown(_gesture: Gesture): boolean {
    return false;
  }
  protected onDrag(_gesture: Gesture): void {}
  protected onUp(_gesture: Gesture): void {}
  protected onLeave(_gesture: Gesture): void {}

  /** Returns false when there is nothing to undo. */
  protected takeBack(): boolean {
    return false;
  }

  /** Call when the state has changed. */
  protected update(): void {
    this.#states.next(this.#stateNow());
  }

  /** Clears the problem without an update; the caller updates afterwards. */
  protected clearProblem(): void {
    this.#problem = undefined;
  }

  /** Shows a sketch until the tool is cancelled or put away. */
  protected show(sketch: Sketch | undefined, slot?: string): void {
    if (this.lifetime.closed) return;
    this.#slots.add(slot);
    this.view.show(sketch, slot);
  }

  /**
   * Draws these objects instead of those of the document until the tool is cancelled or put away; an empty list ends
   * the preview.
   */
  protected preview(objects: readonly MapObject[]): void {
    if (objects.length === 0) {
      this.#preview?.dispose();
      this.#preview = undefined;
    } else if (this.#preview) this.#preview.update(objects);
    else if (!this.lifetime.closed) this.#preview = this.view.preview(objects);
  }

  /** Removes sketches and preview from the map. */
  protected clear(): void {
    this.preview([]);
    for (const slot of this.#slots) this.view.show(undefined, slot);
    this.#slots.clear();
  }

  /** Returns the objects under the pointer, the nearest and smallest first. */
  protected pick({ pixel, pointer }: Gesture): MapObject[] {
    return this.view.pick(pixel, HIT_TOLERANCE[pointer]).map(({ object }) => object);
  }

  /** Returns the objects as near to the pointer as the nearest: several where they cannot be told apart. */
  protected pickNearest({ pixel, pointer }: Gesture, accepts: (object: MapObject) => boolean): MapObject[] {
    const hits = this.view.pick(pixel, HIT_TOLERANCE[pointer]).filter(({ object }) => accepts(object));
    const nearest = Math.min(...hits.map(({ distance }) => distance));
    return hits.filter(({ distance }) => distance <= nearest + AS_NEAR).map(({ object }) => object);
  }

  /** Calls `then` with each value until the tool is put away. */
  protected follow(then: () => void, ...sources: readonly Observable<unknown>[]): void {
    this.lifetime.add(merge(...sources).subscribe(then));
  }

  /**
   * Calls `then` when the result of `read`, a function of observable state, has changed, until the tool is put away.
   */
  protected react(then: () => void, read: () => unknown): void {
    this.lifetime.add(reaction(read, then));
  }

  get #states(): BehaviorSubject<ToolState> {
    return (this.#state ??= new BehaviorSubject(this.#stateNow()));
  }

  #stateNow(): ToolState {
    const state = this.describe();
    return { canComplete: false, busy: false, ...state, hint: this.#problem ?? state.hint };
  }
}
