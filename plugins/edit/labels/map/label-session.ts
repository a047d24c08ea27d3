import { extentOfObject, type MapObject } from '#core/document';
import type { Gesture, Pixel } from '#core/mapview';
import type { LabelPlace } from '#core/protocol';
import { NUDGES, NudgeSteps } from '#core/sketch';
import {
  BaseToolSession,
  DragByClicks,
  type KeyGesture,
  type StateOfTool,
  type ToolContext,
} from '#core/tools';
import type { EditTargets } from '#plugins/work/selection/api';
import { placeLabels } from '../edits/place-labels.ts';
import type { AutomaticLabels } from '../model/automatic-labels.ts';
import type { LabelTexts } from '../model/label-texts.ts';
import { labelAt } from './label-at.ts';
import { leaderSketch } from './leader-sketch.ts';

interface Grip {
  readonly object: MapObject;
  /** From the pointer to the middle of the label. */
  readonly offset: Pixel;
  /** The middle of the label; undefined until it is dragged. */
  to: Pixel | undefined;
}

/**
 * Moves labels: drag one, or the selected object where its label has no room; with arrow keys those of the selected
 * objects. Delete lets the map place them again.
 */
export class LabelSession extends BaseToolSession {
  readonly #hand = new DragByClicks();
  readonly #nudges: NudgeSteps;
  #grip: Grip | undefined;

  constructor(
    context: ToolContext,
    readonly targets: EditTargets,
    readonly texts: LabelTexts,
    readonly automatic: Pick<AutomaticLabels, 'restore'>,
  ) {
    super(context);
    this.#nudges = new NudgeSteps(this.project.history);
    this.follow(() => this.update(), targets.selection.ids$, this.view.camera$);
    this.lifetime.add(() => this.cancel());
  }

  override gesture(gesture: Gesture): boolean {
    const read = this.#hand.read(gesture);
    const isTaken = super.gesture(read);
    if (gesture.kind !== 'click' || read.kind !== 'down' || isTaken) return isTaken;
    // A click that takes no label, as of the keyboard's crosshair.
    this.#hand.drop();
    return super.gesture(gesture);
  }

  override key({ key, shift, ctrl }: KeyGesture): boolean {
    this.clearProblem();
    if (ctrl || this.#grip) return false;
    if (key === 'Delete' || key === 'Backspace') {
      // Objects are not deleted while their labels are moved.
      this.automatic.restore();
      return true;
    }
    const nudge = NUDGES[key];
    return nudge !== undefined && this.#nudge(nudge, shift ? 10 : 1);
  }

  override complete(): void {
    this.onUp();
  }

  override cancel(): void {
    this.#grip = undefined;
    this.#hand.drop();
    this.clear();
    this.view.setCursor(undefined);
    this.update();
  }

  protected override onMove(gesture: Gesture): void {
    this.view.setCursor(this.#under(gesture) ? 'move' : undefined);
  }

  protected override onDown(gesture: Gesture): boolean {
    const taken = this.#under(gesture) ?? this.#selectedAt(gesture);
    if (!taken) return false;
    this.#grip = { ...taken, to: undefined };
    return true;
  }

  protected override onDrag({ pixel }: Gesture): void {
    const grip = this.#grip;
    if (!grip) return;
    if (!grip.to) {
      // Its label is not drawn meanwhile.
      this.preview([grip.object]);
      this.view.setCursor('grabbing');
    }
    grip.to = [pixel[0] + grip.offset[0], pixel[1] + grip.offset[1]];
    const label = this.texts.of(grip.object, this.view);
    this.show(label && leaderSketch(this.view, grip.object, label, grip.to));
    this.update();
  }

  protected override onUp(): void {
    const grip = this.#grip;
    if (!grip) return;
    const { object, to } = grip;
    this.cancel();
    this.targets.selection.set([object.id]);
    const place = to && this.#placeAt(to);
    if (place) this.project.history.perform(placeLabels(new Map([[object.id, place]])), MOVED);
  }

  protected override onClick(gesture: Gesture): void {
    if (this.#under(gesture)) return;
    const under = this.pick(gesture);
    if (under.length === 0 && !gesture.shift) this.targets.selection.clear();
    const problem = this.targets.choose(under, gesture, gesture.shift);
    if (problem) this.refuse(problem);
  }

  protected override describe(): StateOfTool {
    const isCarrying = this.#grip?.to !== undefined;
    return {
      hint: `labels:hint.${isCarrying ? 'carrying' : this.#hint}`,
      canComplete: isCarrying,
      busy: isCarrying,
    };
  }

  /** What can be done while no label is in hand. */
  get #hint(): 'none' | 'selected' | 'start' {
    if (!this.texts.some(this.view)) return 'none';
    return this.targets.objects.some((object) => this.texts.of(object, this.view)) ? 'selected' : 'start';
  }

  /** The selected objects that have a label. */
  get #labelled(): readonly MapObject[] {
    return this.targets.objects.filter((object) => this.texts.of(object, this.view));
  }

  #under(gesture: Gesture): Pick<Grip, 'object' | 'offset'> | undefined {
    const label = labelAt(this.view.labels ?? [], gesture);
    const object = label && this.project.document.get(label.id);
    if (!object || this.targets.isLocked(object)) return undefined;
    return { object, offset: [label.at[0] - gesture.pixel[0], label.at[1] - gesture.pixel[1]] };
  }

  /** The selected object under the pointer whose label has no room: the label comes to the pointer. */
  #selectedAt(gesture: Gesture): Pick<Grip, 'object' | 'offset'> | undefined {
    const under = this.pick(gesture);
    const object = this.#labelled.find(({ id }) => under.some((one) => one.id === id));
    return object && { object, offset: [0, 0] };
  }

  #nudge([right, down]: Pixel, by: number): boolean {
    const places = new Map<string, LabelPlace>();
    for (const object of this.#labelled) {
      const at = this.#middleOf(object);
      const to = at && this.#placeAt([at[0] + right * by, at[1] + down * by]);
      if (to) places.set(object.id, to);
    }
    if (places.size === 0) return false;
    const on = [...places.keys()].join();
    this.#nudges.perform(on, placeLabels(places), { ...MOVED, values: { count: places.size } });
    return true;
  }

  /** Where the middle of a label is, or would be. */
  #middleOf(object: MapObject): Pixel | undefined {
    if (object.labelAt) return this.view.toPixel(object.labelAt);
    const drawn = this.view.labels?.find(({ id }) => id === object.id);
    if (drawn) return drawn.at;
    const [west, south, east, north] = extentOfObject(object);
    return this.view.toPixel([(west + east) / 2, (south + north) / 2]);
  }

  #placeAt(pixel: Pixel): LabelPlace | undefined {
    const position = this.view.toPosition(pixel);
    return position && [position[0], position[1]];
  }
}

const MOVED = { label: 'labels:step.move', values: { count: 1 }, code: 'move-label' };
