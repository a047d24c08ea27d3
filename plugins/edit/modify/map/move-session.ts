import { BehaviorSubject } from 'rxjs';
import type { MapObject } from '#core/document';
import { Lifetime } from '#core/kernel';
import { verticesOf, type Gesture, type MapView, type Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { levelled, liftedTo, NUDGES, nudged, Snapping } from '#core/sketch';
import type { KeyGesture, ToolContext, ToolSession, ToolState } from '#core/tools';
import { carried, move, type Rise } from '../edits/move.ts';
import type { EditableSelection } from '../model/editable-selection.ts';
import { handleAt } from './handles.ts';
import { NudgeSteps } from './nudge-steps.ts';

/** CSS pixels within which a vertex is taken hold of, so that it is the one that snaps. */
const REACH = 10;
/** CSS pixels that make a drag of a press. */
const DRAG = 3;

type Grip =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pressed'; readonly objects: MapObject[]; readonly from: Position; readonly at: Pixel }
  | {
      /** Held by the pressed button, or `picked` up by a click and put down by the next one. */
      readonly kind: 'carrying';
      readonly objects: MapObject[];
      readonly from: Position;
      readonly preview: ReturnType<MapView['preview']>;
      readonly picked: Pixel | undefined;
      to: Position;
      /** Carried straight up. */
      rise?: Rise | undefined;
    };

/**
 * Whole objects under the hand: press on one of the selected (or on any other, which selects it) and drag, or click to
 * pick up and click again to put down; arrows nudge. Taken hold of near a vertex, that vertex is what snaps.
 */
export class MoveSession implements ToolSession {
  readonly state$: BehaviorSubject<ToolState>;
  readonly #lifetime = new Lifetime();
  readonly #snapping: Snapping;
  readonly #nudges: NudgeSteps;
  #grip: Grip = { kind: 'idle' };
  #problem: string | undefined;

  constructor(
    readonly context: ToolContext,
    readonly selection: EditableSelection,
    settings: Settings,
  ) {
    this.state$ = new BehaviorSubject(this.#stateNow());
    this.#nudges = new NudgeSteps(context.project.history);
    this.#snapping = this.#lifetime.add(new Snapping(context.view, settings));
    this.#lifetime.add(() => context.view.setCursor(undefined));
    this.#lifetime.add(() => context.view.show(undefined));
    this.#lifetime.add(selection.ids$.subscribe(() => this.#tell()));
  }

  get state(): ToolState {
    return this.state$.value;
  }

  gesture(gesture: Gesture): boolean {
    if (gesture.kind !== 'move') this.#problem = undefined;
    switch (gesture.kind) {
      case 'down':
        return this.#down(gesture);
      case 'drag':
        this.#drag(gesture);
        return true;
      case 'up':
        this.#up();
        return true;
      case 'move':
        this.#hover(gesture);
        return false;
      case 'click':
        this.#click(gesture);
        return false;
      case 'context':
        this.complete();
        return false;
      default:
        return false;
    }
  }

  key({ key, shift, ctrl }: KeyGesture): boolean {
    const nudge = NUDGES[key];
    const ids = this.selection.editableIds;
    if (!nudge || ctrl || ids.length === 0 || this.#grip.kind !== 'idle') return false;
    return this.#nudge(ids, [nudge[0] * (shift ? 10 : 1), nudge[1] * (shift ? 10 : 1)]);
  }

  /** Puts down what is carried where it is. */
  complete(): void {
    if (this.#grip.kind === 'carrying') this.#drop(this.#grip);
  }

  cancel(): void {
    if (this.#grip.kind === 'carrying') this.#grip.preview.dispose();
    this.#rest();
  }

  dispose(): void {
    this.cancel();
    this.#lifetime.dispose();
  }

  #down(gesture: Gesture): boolean {
    if (this.#grip.kind === 'carrying') return false;
    const objects = this.#take(gesture);
    if (!objects || !gesture.position) return false;
    this.#grip = { kind: 'pressed', objects, from: this.#anchor(gesture, objects), at: gesture.pixel };
    return true;
  }

  #drag(gesture: Gesture): void {
    const grip = this.#grip;
    if (grip.kind === 'pressed') {
      if (Math.hypot(gesture.pixel[0] - grip.at[0], gesture.pixel[1] - grip.at[1]) < DRAG) return;
      this.#lift(grip.objects, grip.from, undefined);
    }
    this.#carryTo(gesture);
  }

  #up(): void {
    const grip = this.#grip;
    if (grip.kind === 'pressed') this.#lift(grip.objects, grip.from, grip.at);
    else if (grip.kind === 'carrying' && !grip.picked) this.#drop(grip);
  }

  #hover(gesture: Gesture): void {
    if (this.#grip.kind === 'carrying') this.#carryTo(gesture);
    else this.context.view.setCursor(this.context.view.pick(gesture.pixel).length > 0 ? 'move' : undefined);
  }

  #click(gesture: Gesture): void {
    const grip = this.#grip;
    if (grip.kind === 'carrying') {
      const { picked } = grip;
      // The click that ends the very press that picked it up.
      if (picked && Math.hypot(picked[0] - gesture.pixel[0], picked[1] - gesture.pixel[1]) < DRAG) return;
      this.#carryTo(gesture);
      this.#drop(grip);
      return;
    }
    const objects = this.#take(gesture);
    if (objects && gesture.position) this.#lift(objects, this.#anchor(gesture, objects), gesture.pixel);
  }

  /** The objects that a hand at this place takes hold of: the selection, or what is under it, which it selects. */
  #take(gesture: Gesture): MapObject[] | undefined {
    const under = this.context.view.pick(gesture.pixel).map((hit) => hit.object);
    const ids = this.selection.editableIds;
    if (!under.some((object) => ids.includes(object.id))) {
      if (under.length === 0) return undefined;
      const refusal = this.selection.choose(under, gesture.shift);
      if (refusal) {
        this.#problem = refusal;
        this.#tell();
        return undefined;
      }
    }
    const { document } = this.context.project;
    const objects = this.selection.editableIds.flatMap((id) => document.get(id) ?? []);
    return objects.length > 0 ? objects : undefined;
  }

  #anchor(gesture: Gesture, objects: readonly MapObject[]): Position {
    const ids = new Set(objects.map(({ id }) => id));
    const handle = handleAt(this.context.view, this.context.project.document, ids, gesture.pixel, REACH);
    return handle?.role === 'vertex'
      ? handle.position
      : (this.#snapping.free(gesture, heightOf(objects))?.position ?? gesture.position!);
  }

  #lift(objects: MapObject[], from: Position, picked: Pixel | undefined): void {
    this.#snapping.ignore(objects.map(({ id }) => id));
    this.#grip = {
      kind: 'carrying',
      objects,
      from,
      to: from,
      picked,
      preview: this.context.view.preview(objects),
    };
    this.context.view.setCursor('grabbing');
    this.#tell();
  }

  #carryTo(gesture: Gesture): void {
    if (this.#grip.kind !== 'carrying') return;
    const { objects, from, preview } = this.#grip;
    const lifted = gesture.shift ? liftedTo(this.context.view, from, gesture.pixel) : undefined;
    const placed = lifted
      ? { position: lifted.position, snap: undefined }
      : this.#snapping.place(gesture, from[2]);
    if (!placed) return;
    this.#grip.to = placed.position;
    this.#grip.rise = lifted && { by: lifted.position[2]! - lifted.from, ground: lifted.from };
    preview.update(carried(objects, from, placed.position, this.#grip.rise));
    this.context.view.show({
      shapes: [
        { geometry: { type: 'LineString', coordinates: levelled([from, placed.position]) }, dashed: true },
      ],
      handles: [{ position: placed.position, role: 'pivot' }],
      snap: placed.snap,
    });
  }

  #drop({ objects, from, to, rise, preview }: Extract<Grip, { kind: 'carrying' }>): void {
    const ids = objects.map(({ id }) => id);
    this.context.project.history.perform(move(ids, from, to, rise), this.#label(ids.length));
    preview.dispose();
    this.#rest();
  }

  #nudge(ids: readonly string[], by: Pixel): boolean {
    const { view, project } = this.context;
    const location = project.document.get(ids[0]!)?.location;
    const first = location && [...verticesOf(location)][0]?.position;
    const to = first && nudged(view, first, by);
    if (!to) return false;
    this.#nudges.perform(ids.join(), move(ids, first, to), this.#label(ids.length));
    return true;
  }

  #label(count: number): { label: string; values: { count: number }; code: string } {
    return { label: 'modify:step.move', values: { count }, code: 'move' };
  }

  #rest(): void {
    this.#grip = { kind: 'idle' };
    this.#snapping.ignore([]);
    this.context.view.show(undefined);
    this.context.view.setCursor(undefined);
    this.#tell();
  }

  #tell(): void {
    this.state$.next(this.#stateNow());
  }

  #stateNow(): ToolState {
    const carrying = this.#grip.kind === 'carrying';
    const ready =
      this.selection.editableIds.length > 0 ? 'modify:hint.move.start' : 'modify:hint.move.select';
    return {
      hint: this.#problem ?? (carrying ? 'modify:hint.move.carrying' : ready),
      canComplete: carrying,
      busy: carrying,
    };
  }
}

/** Of the first vertex that has one. */
function heightOf(objects: readonly MapObject[]): number | undefined {
  for (const { location } of objects)
    for (const { position } of verticesOf(location)) if (position[2] !== undefined) return position[2];
  return undefined;
}
