import { BehaviorSubject } from 'rxjs';
import type { Extent, MapObject } from '#core/document';
import type { Gesture } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import type { KeyGesture, ToolContext, ToolSession, ToolState } from '#core/tools';
import type { Layers } from '#plugins/layers/api';
import type { Selection } from '../api.ts';
import type { Choice } from '../model/choice.ts';
import { objectsWithin } from '../model/within.ts';

export interface SelectParts {
  readonly selection: Selection;
  readonly choice: Choice;
  readonly settings: Settings;
  /** Absent where layers are not offered: then every object can be selected. */
  readonly layers: Layers | undefined;
}

/** CSS pixels around the pointer that still count as on it. */
const REACH = { mouse: 6, pen: 8, touch: 16 } as const;

const IDLE: ToolState = { hint: 'selection:hint.select', canComplete: false, busy: false };
const BOXING: ToolState = { hint: 'selection:hint.box', canComplete: false, busy: true };

/**
 * A press selects; several objects under it ask which; Shift adds. Shift and drag spans a box: to the right it takes what
 * lies wholly in it, to the left also what it crosses; with Ctrl that goes out.
 */
export class SelectSession implements ToolSession {
  readonly #context: ToolContext;
  readonly #parts: SelectParts;
  readonly #state = new BehaviorSubject(IDLE);
  readonly state$ = this.#state.asObservable();
  /** Where the box began, while it is spanned. */
  #corner: Position | undefined;
  #spanned = false;
  #hovered: string | undefined;

  constructor(context: ToolContext, parts: SelectParts) {
    this.#context = context;
    this.#parts = parts;
    context.view.setSnapping(undefined);
  }

  get state(): ToolState {
    return this.#state.value;
  }

  gesture(gesture: Gesture): boolean | void {
    switch (gesture.kind) {
      case 'move':
        return this.#hover(gesture);
      case 'leave':
        return this.#mark(undefined);
      case 'click':
        if (this.#parts.settings.get('isLeftClickInteraction')) this.#press(gesture);
        return;
      case 'context':
        this.#press(gesture);
        return;
      case 'down':
        return this.#begin(gesture);
      case 'drag':
        return this.#span(gesture);
      case 'up':
        return this.#take(gesture);
      case 'double':
        return;
    }
  }

  key({ key }: KeyGesture): boolean {
    if (key !== 'Escape' || this.#parts.selection.ids.length === 0) return false;
    this.#parts.selection.clear();
    return true;
  }

  complete(): void {
    this.cancel();
  }

  cancel(): void {
    this.#corner = undefined;
    this.#spanned = false;
    this.#context.view.show(undefined);
    this.#parts.choice.close();
    this.#state.next(IDLE);
  }

  dispose(): void {
    this.cancel();
    this.#mark(undefined);
    this.#state.complete();
  }

  #hover({ pixel, pointer }: Gesture): void {
    // A finger that moves is already panning.
    if (pointer === 'touch' || this.#parts.choice.question) return;
    this.#mark(this.#context.view.pick(pixel, REACH[pointer])[0]?.object.id);
  }

  #mark(id: string | undefined): void {
    if (id === this.#hovered) return;
    this.#hovered = id;
    this.#context.view.highlight('hover', id ? [id] : []);
    this.#context.view.setCursor(id ? 'pointer' : undefined);
  }

  #press({ kind, pixel, pointer, position, shift, ctrl }: Gesture): void {
    // A finger that rests does what Shift does for a mouse.
    const adds = shift || ctrl || (kind === 'context' && pointer === 'touch');
    const { selection, choice } = this.#parts;
    const hits = this.#context.view.pick(pixel, REACH[pointer]).map(({ object }) => object);
    const choose = (id: string): void => (adds ? selection.toggle(id) : selection.set([id]));
    choice.close();
    if (hits.length > 1 && position) {
      this.#mark(undefined);
      choice.ask({ candidates: hits, at: position, choose });
    } else if (hits[0]) choose(hits[0].id);
    else if (!adds) selection.clear();
  }

  #begin({ shift, ctrl, position }: Gesture): boolean {
    if (!(shift || ctrl) || !position) return false;
    this.#corner = position;
    this.#state.next(BOXING);
    return true;
  }

  #span({ position }: Gesture): void {
    if (!this.#corner || !position) return;
    this.#spanned = true;
    const [west, south, east, north] = boxOf(this.#corner, position);
    const ring: Position[] = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    const geometry = { type: 'Polygon' as const, coordinates: [ring] };
    this.#context.view.show({ shapes: [{ geometry, dashed: position[0] < this.#corner[0] }] });
  }

  /** Without a drag it was a press, which tells itself. */
  #take({ position, ctrl }: Gesture): void {
    const corner = this.#spanned ? this.#corner : undefined;
    this.cancel();
    if (!corner || !position) return;
    const wholly = position[0] >= corner[0];
    const found = objectsWithin(
      this.#context.project.document,
      boxOf(corner, position),
      wholly,
      this.#selectable,
    );
    const { selection } = this.#parts;
    const ids = new Set(found.map(({ id }) => id));
    if (ctrl) selection.set(selection.ids.filter((id) => !ids.has(id)));
    else selection.add([...ids]);
  }

  readonly #selectable = ({ typeName }: MapObject): boolean => {
    const layer = this.#parts.layers?.stateOf(typeName);
    return layer === undefined || (layer.visible && !layer.locked);
  };
}

function boxOf(a: Position, b: Position): Extent {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])];
}
