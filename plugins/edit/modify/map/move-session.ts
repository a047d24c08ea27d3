import type { MapObject } from '#core/document';
import {
  DRAG_THRESHOLD,
  HANDLE_TOLERANCE,
  pixelDistance,
  verticesOf,
  type Gesture,
  type Pixel,
} from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { levelled, liftedTo, NUDGES, nudged, NudgeSteps, Snapping } from '#core/sketch';
import { BaseToolSession, type KeyGesture, type StateOfTool, type ToolContext } from '#core/tools';
import type { EditTargets } from '#plugins/work/selection/api';
import { movedObjects, move, type Rise } from '../edits/move.ts';
import { handleAt } from './handles.ts';

type MoveState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'pressed';
      readonly objects: readonly MapObject[];
      readonly from: Position;
      readonly at: Pixel;
    }
  | {
      /** Dragged with the button pressed, or `picked` up by a click until the next click. */
      readonly kind: 'carrying';
      readonly objects: readonly MapObject[];
      readonly from: Position;
      readonly picked: Pixel | undefined;
      to: Position;
      /** Set while moved vertically. */
      rise?: Rise | undefined;
    };

/**
 * Moves whole objects: drag one of the selected ones (or any other, which is selected then), or click to pick up and
 * click again to put down; arrow keys nudge. Dragged near a vertex, that vertex snaps.
 */
export class MoveSession extends BaseToolSession {
  readonly #snapping: Snapping;
  readonly #nudges: NudgeSteps;
  #grip: MoveState = { kind: 'idle' };

  constructor(
    context: ToolContext,
    readonly targets: EditTargets,
    settings: Settings,
  ) {
    super(context);
    this.#nudges = new NudgeSteps(this.project.history);
    this.#snapping = this.lifetime.add(new Snapping(this.view, settings));
    this.follow(() => this.update(), targets.selection.ids$);
    this.lifetime.add(() => this.cancel());
  }

  override key({ key, shift, ctrl }: KeyGesture): boolean {
    const nudge = NUDGES[key];
    const ids = this.#ids;
    if (!nudge || ctrl || ids.length === 0 || this.#grip.kind !== 'idle') return false;
    return this.#nudge(ids, [nudge[0] * (shift ? 10 : 1), nudge[1] * (shift ? 10 : 1)]);
  }

  /** Puts down the moved objects at their current position. */
  override complete(): void {
    if (this.#grip.kind === 'carrying') this.#drop(this.#grip);
  }

  override cancel(): void {
    this.#grip = { kind: 'idle' };
    this.#snapping.ignore([]);
    this.clear();
    this.view.setCursor(undefined);
    this.update();
  }

  protected override onDown(gesture: Gesture): boolean {
    if (this.#grip.kind === 'carrying') return false;
    const objects = this.#take(gesture);
    if (!objects || !gesture.position) return false;
    this.#grip = { kind: 'pressed', objects, from: this.#anchor(gesture, objects), at: gesture.pixel };
    return true;
  }

  protected override onDrag(gesture: Gesture): void {
    const grip = this.#grip;
    if (grip.kind === 'pressed') this.#lift(grip.objects, grip.from, undefined);
    this.#carryTo(gesture);
  }

  protected override onUp(): void {
    const grip = this.#grip;
    if (grip.kind === 'pressed') this.#lift(grip.objects, grip.from, grip.at);
    else if (grip.kind === 'carrying' && !grip.picked) this.#drop(grip);
  }

  protected override onMove(gesture: Gesture): void {
    if (this.#grip.kind === 'carrying') this.#carryTo(gesture);
    else this.view.setCursor(this.pick(gesture).length > 0 ? 'move' : undefined);
  }

  protected override onClick(gesture: Gesture): void {
    const grip = this.#grip;
    if (grip.kind === 'carrying') {
      const { picked } = grip;
      // This click ends the press that picked up the objects.
      if (picked && pixelDistance(picked, gesture.pixel) <= DRAG_THRESHOLD[gesture.pointer]) return;
      this.#carryTo(gesture);
      this.#drop(grip);
      return;
    }
    const objects = this.#take(gesture);
    if (objects && gesture.position) this.#lift(objects, this.#anchor(gesture, objects), gesture.pixel);
    else if (!objects) this.#ask(gesture);
  }

  protected override describe(): StateOfTool {
    const carrying = this.#grip.kind === 'carrying';
    const idle =
      this.#ids.length > 0 ? 'modify:hint.move.start' : this.targets.reason('modify:hint.move.select');
    return {
      hint: carrying ? 'modify:hint.move.carrying' : idle,
      canComplete: carrying,
      busy: carrying,
    };
  }

  get #ids(): readonly string[] {
    return this.targets.objects.map(({ id }) => id);
  }

  /**
   * Returns the objects to move from this position: the selection, or the only object under the pointer, which is
   * selected then.
   */
  #take(gesture: Gesture): readonly MapObject[] | undefined {
    const under = this.pick(gesture);
    const ids = this.#ids;
    if (!under.some(({ id }) => ids.includes(id))) {
      if (under.length !== 1 || this.#isPartOf(under)) return undefined;
      const problem = this.targets.choose(under, gesture, gesture.shift);
      if (problem) this.refuse(problem);
      if (problem) return undefined;
    }
    const { objects } = this.targets;
    return objects.length > 0 ? objects : undefined;
  }

  /** Where several lie under the pointer, asks which is meant; says why a part of the selection cannot be moved. */
  #ask(gesture: Gesture): void {
    const under = this.pick(gesture);
    const isPart = this.#isPartOf(under);
    this.refuse(isPart ? this.targets.reason('') : this.targets.choose(under, gesture, gesture.shift));
  }

  /** Whether one of them is selected with others that are not loaded. */
  #isPartOf(under: readonly MapObject[]): boolean {
    const { selection } = this.targets;
    return selection.missing > 0 && under.some(({ id }) => selection.ids.includes(id));
  }

  #anchor(gesture: Gesture, objects: readonly MapObject[]): Position {
    const ids = new Set(objects.map(({ id }) => id));
    const handle = handleAt(
      this.view,
      this.project.document,
      ids,
      gesture.pixel,
      HANDLE_TOLERANCE[gesture.pointer],
    );
    return handle?.role === 'vertex'
      ? handle.position
      : (this.#snapping.free(gesture, heightOf(objects))?.position ?? gesture.position!);
  }

  #lift(objects: readonly MapObject[], from: Position, picked: Pixel | undefined): void {
    this.#snapping.ignore(objects.map(({ id }) => id));
    this.#grip = { kind: 'carrying', objects, from, to: from, picked };
    this.preview(objects);
    this.view.setCursor('grabbing');
    this.update();
  }

  #carryTo(gesture: Gesture): void {
    if (this.#grip.kind !== 'carrying') return;
    const { objects, from } = this.#grip;
    const lifted = gesture.shift ? liftedTo(this.view, from, gesture.pixel) : undefined;
    const placed = lifted
      ? { position: lifted.position, snap: undefined }
      : this.#snapping.place(gesture, from[2]);
    if (!placed) return;
    this.#grip.to = placed.position;
    this.#grip.rise = lifted && { by: lifted.position[2]! - lifted.from, ground: lifted.from };
    this.preview(movedObjects(objects, from, placed.position, this.#grip.rise));
    this.show({
      shapes: [
        { geometry: { type: 'LineString', coordinates: levelled([from, placed.position]) }, dashed: true },
      ],
      handles: [{ position: placed.position, role: 'pivot' }],
      snap: placed.snap,
    });
  }

  #drop({ objects, from, to, rise }: Extract<MoveState, { kind: 'carrying' }>): void {
    const ids = objects.map(({ id }) => id);
    this.project.history.perform(move(ids, from, to, rise), this.#label(ids.length));
    this.cancel();
  }

  #nudge(ids: readonly string[], by: Pixel): boolean {
    const { view, project } = this;
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
}

/** Returns the height of the first vertex that has one. */
function heightOf(objects: readonly MapObject[]): number | undefined {
  for (const { location } of objects)
    for (const { position } of verticesOf(location)) if (position[2] !== undefined) return position[2];
  return undefined;
}
