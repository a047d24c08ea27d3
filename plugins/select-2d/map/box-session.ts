import { BehaviorSubject } from 'rxjs';
import type { Gesture } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import { DragByClicks, type ToolContext, type ToolSession, type ToolState } from '#core/tools';
import { combine, modeOf } from '../model/combine.ts';
import { objectsIn } from '../model/found.ts';
import type { AreaParts } from './parts.ts';

const IDLE: ToolState = { hint: 'select-2d:hint.box', canComplete: false, busy: false };
const SPANNING: ToolState = { hint: 'select-2d:hint.let-go', canComplete: false, busy: true };

/** A box dragged over the map, by mouse, finger or keys; the map does not move under it. */
export class BoxSession implements ToolSession {
  readonly #context: ToolContext;
  readonly #parts: AreaParts;
  readonly state$ = new BehaviorSubject(IDLE);
  readonly #hand = new DragByClicks();
  #corner: Position | undefined;
  #box: Geometry | undefined;
  #isWholly = true;

  constructor(context: ToolContext, parts: AreaParts) {
    this.#context = context;
    this.#parts = parts;
    context.view.setSnapping(undefined);
    context.view.setCursor('crosshair');
    parts.how.begin('box');
  }

  get state(): ToolState {
    return this.state$.value;
  }

  gesture(gesture: Gesture): boolean | void {
    const { kind, position } = this.#hand.read(gesture);
    if (kind === 'down') return this.#begin(position);
    if (kind === 'drag' && position) this.#span(position);
    if (kind === 'up') this.#take(gesture);
  }

  complete(): void {
    this.cancel();
  }

  cancel(): void {
    this.#hand.drop();
    this.#corner = this.#box = undefined;
    this.#context.view.show(undefined);
    this.state$.next(IDLE);
  }

  dispose(): void {
    this.cancel();
    this.#context.view.setCursor(undefined);
    this.#parts.how.end();
    this.state$.complete();
  }

  #begin(position: Position | undefined): boolean {
    if (!position) return false;
    this.#corner = position;
    this.state$.next(SPANNING);
    return true;
  }

  #span([x, y]: Position): void {
    if (!this.#corner) return;
    const [cx, cy] = this.#corner;
    const ring: Position[] = [[cx, cy], [x, cy], [x, y], [cx, y], [cx, cy]]; // prettier-ignore
    const { reach } = this.#parts.how;
    this.#isWholly = reach === 'dragged' ? x >= cx : reach === 'wholly';
    this.#box = { type: 'Polygon', coordinates: [ring] };
    this.#context.view.show({ shapes: [{ geometry: this.#box, dashed: !this.#isWholly }] });
  }

  /** Pressed without a drag, nothing was meant. */
  #take(gesture: Gesture): void {
    const box = this.#box;
    const wholly = this.#isWholly;
    this.cancel();
    if (!box) return;
    const { selection, how, accepts } = this.#parts;
    const found = objectsIn(this.#context.project.document, box, wholly, accepts).map(({ id }) => id);
    combine(selection, found, modeOf(gesture, how.mode));
  }
}
