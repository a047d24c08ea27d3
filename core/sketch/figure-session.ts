import { ClickEcho, HANDLE_TOLERANCE, type Gesture } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { KeyGesture, StateOfTool, ToolState } from '#core/tools';
import type { Figure, FigureHandle, FigureRule, Figures, FigureVertex } from './figures.ts';
import { liftedTo } from './heights.ts';
import { movedByKey } from './nudge.ts';
import { CaptureSession, type CaptureRequest } from './session.ts';
import { TabWalk } from './tab-walk.ts';

/** What a kind of figure defines in addition to its vertices. */
export interface FigureOptions {
  readonly rule: FigureRule;
  /** Handles a click that does not add a vertex. Returns whether it did. */
  readonly claims?: ((gesture: Gesture) => boolean) | undefined;
  /** Live values of the path up to the pointer, where they differ from those of an ordinary path. */
  readonly readout?: (vertices: readonly Position[]) => ToolState['readout'];
  /** Observable state, other than the path, on which the live values depend. */
  readonly basis?: () => unknown;
  /** Something that was chosen before the path; Esc clears it. */
  readonly chosen?: { readonly is: () => boolean; readonly clear: () => void };
}

interface DraggedVertex extends FigureVertex {
  /** The figure when the drag began; Esc restores it. */
  readonly before: Figure;
}

/**
 * Captures figures, and edits existing ones by their vertices: dragging moves a vertex (or adds one in the middle of
 * a leg; with Shift along its vertical, where objects have heights), Alt+click removes one, Tab selects the next,
 * arrow keys move it, Page Up and Page Down raise and lower it, Delete removes it.
 */
export class FigureSession<F extends Figure> extends CaptureSession {
  readonly #options: FigureOptions;
  readonly #figures: Figures<F>;
  readonly #walk: TabWalk<FigureVertex>;
  #held: DraggedVertex | undefined;
  readonly #echo = new ClickEcho();

  constructor(request: CaptureRequest, options: FigureOptions, figures: Figures<F>, ended: () => void) {
    super(request);
    this.#options = options;
    this.#figures = figures;
    this.#walk = new TabWalk<FigureVertex>(
      () => [...figures.handles()].filter(({ role }) => role === 'vertex'),
      ({ id, index }) => id === figures.active?.id && index === figures.active.index,
      (to) => figures.activate(to && { id: to.id, index: to.index }),
    );
    this.lifetime.add(ended);
    figures.setEditable(true);
    this.lifetime.add(() => figures.setEditable(false));
    this.lifetime.add(() => options.chosen?.clear());
    // Typed vertices come without a gesture; the path has notified all observers by then.
    this.follow(() => queueMicrotask(() => this.#completeIfFull()), this.path.state$);
    this.react(
      () => this.refresh(),
      () => [figures.active, options.basis?.()],
    );
  }

  override gesture(gesture: Gesture): boolean {
    if (this.#held) return this.#carry(gesture, this.#held);
    if (this.#echo.ignores(gesture)) {
      this.#figures.activate(undefined);
      return false;
    }
    const free = this.#idle;
    if (free && (gesture.kind === 'down' || gesture.kind === 'click')) {
      const vertex = this.#vertexAt(gesture);
      if (vertex && gesture.kind === 'down' && !gesture.alt) return this.#take(vertex);
      if (vertex && gesture.kind === 'click') {
        if (gesture.alt) this.#drop(vertex);
        else this.#choose(vertex);
        return false;
      }
      if (gesture.kind === 'click') this.#figures.activate(undefined);
    }
    if (gesture.kind === 'move') this.view.setCursor(free && this.#vertexAt(gesture) ? 'grab' : 'crosshair');
    if (gesture.kind === 'click' && this.#options.claims?.(gesture)) return false;
    const answer = super.gesture(gesture);
    if (this.#completeIfFull() && gesture.kind === 'click') this.#echo.follow(gesture.pixel);
    return answer;
  }

  override key(key: KeyGesture): boolean {
    if (!this.#idle) return super.key(key);
    if (key.key === 'Tab') return this.#walk.step(key.shift ? -1 : 1);
    const { active } = this.#figures;
    if (active && !key.ctrl) {
      if (this.#carryByKey(active, key)) return true;
      if (key.key === 'Delete' || key.key === 'Backspace') {
        this.#drop({ ...active, role: 'vertex' });
        return true;
      }
    }
    return super.key(key);
  }

  override cancel(): void {
    if (this.#held) this.#figures.reshape(this.#held.id, this.#held.before.vertices);
    else if (this.#figures.active) this.#walk.leave();
    else if (this.#idle) this.#options.chosen?.clear();
    this.#held = undefined;
    this.#figures.activate(undefined);
    super.cancel();
  }

  override complete(): void {
    if (this.#held) this.#release();
    else if (this.#idle && this.#figures.active) this.#figures.activate(undefined);
    else super.complete();
  }

  override dispose(): void {
    this.cancel();
    super.dispose();
  }

  /** Finishes when the maximum number of vertices is reached; if that is rejected, the last vertex is removed. */
  #completeIfFull(): boolean {
    const { path } = this;
    const { max } = this.#options.rule;
    if (path.vertices.length < max) return false;
    super.complete();
    if (path.vertices.length >= max) path.takeBack();
    return true;
  }

  protected override describe(): StateOfTool {
    const state = super.describe();
    const { vertices, cursor } = this.path.state;
    const { rule, readout, chosen } = this.#options;
    const all = cursor ? [...vertices, cursor] : vertices;
    const isChosen = this.#held !== undefined || this.#figures.active !== undefined || chosen?.is() === true;
    return {
      ...state,
      readout: readout?.(all) ?? state.readout ?? [],
      canComplete: state.canComplete === true && vertices.length >= rule.min,
      busy: state.busy === true || isChosen,
    };
  }

  #take(handle: FigureHandle): boolean {
    const before = this.#figures.find(handle.id)!;
    this.#choose(handle);
    this.#held = { id: handle.id, index: handle.index, before };
    this.refresh();
    this.view.setCursor('grabbing');
    return true;
  }

  #carry(gesture: Gesture, held: DraggedVertex): boolean {
    if (gesture.kind === 'up') {
      this.#release();
      return true;
    }
    const to = gesture.kind === 'drag' ? this.#placeFor(gesture, held) : undefined;
    const figure = this.#figures.find(held.id);
    if (to && figure) this.#figures.reshape(held.id, figure.vertices.with(held.index, to));
    return true;
  }

  /** With Shift a vertex moves along its vertical, where objects have heights; otherwise it keeps its height. */
  #placeFor(gesture: Gesture, { id, index }: FigureVertex): Position | undefined {
    const figure = this.#figures.find(id);
    const from = figure && this.#figures.placesOf(figure)[index];
    const lifted = gesture.shift && from ? liftedTo(this.view, from, gesture.pixel) : undefined;
    if (lifted) return lifted.position;
    const height = figure && this.#figures.heightAt(figure, index);
    return this.path.snapping.place(gesture, height)?.position;
  }

  #release(): void {
    this.#held = undefined;
    this.view.setCursor('crosshair');
    this.refresh();
  }

  /** Whether no path is being captured. */
  get #idle(): boolean {
    return this.path.vertices.length === 0;
  }

  #choose({ id, index, role, position }: FigureHandle): void {
    const figure = this.#figures.find(id);
    if (role === 'midpoint' && figure)
      this.#figures.reshape(id, figure.vertices.toSpliced(index, 0, position));
    this.#walk.enter();
    this.#figures.activate({ id, index });
  }

  #drop({ id, index, role }: FigureVertex & { role: FigureHandle['role'] }): void {
    const figure = this.#figures.find(id);
    if (!figure || role === 'midpoint') return;
    if (figure.vertices.length <= this.#figures.ruleOf(figure).min) {
      this.refuse('sketch:problem.too-few');
      return;
    }
    this.#figures.reshape(id, figure.vertices.toSpliced(index, 1));
    this.#figures.activate(undefined);
  }

  #carryByKey({ id, index }: FigureVertex, key: KeyGesture): boolean {
    const figure = this.#figures.find(id);
    const from = figure && this.#figures.placesOf(figure)[index];
    const to = from && movedByKey(this.view, from, key)?.position;
    if (!to) return false;
    const height = to[2] ?? this.#figures.heightAt(figure, index);
    const place: Position = height === undefined ? to : [to[0], to[1], height];
    this.#figures.reshape(id, figure.vertices.with(index, place));
    return true;
  }

  #vertexAt({ pixel, pointer }: Gesture): FigureHandle | undefined {
    return this.#figures.handleNear(this.view, pixel, HANDLE_TOLERANCE[pointer]);
  }
}
