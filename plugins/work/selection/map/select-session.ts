import type { Extent, MapObject } from '#core/document';
import { HIT_TOLERANCE, type Gesture } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { BaseToolSession, type KeyGesture, type StateOfTool, type ToolContext } from '#core/tools';
import type { EditTargets, SelectionFinder } from '../api.ts';
import type { ObjectChoice } from '../model/choice.ts';
import { objectsWithin } from '../model/within.ts';

export interface SelectDependencies {
  readonly targets: EditTargets;
  readonly finder: SelectionFinder;
  readonly choice: ObjectChoice;
  readonly settings: Settings;
}

/**
 * A click selects; with several objects under the pointer it asks which; Shift adds. Shift and drag draws a box: to
 * the right it selects what is within, to the left also what intersects; Ctrl removes.
 */
export class SelectSession extends BaseToolSession {
  readonly #parts: SelectDependencies;
  /** The first corner, while a box is drawn. */
  #corner: Position | undefined;
  #spanned = false;
  #hovered: string | undefined;

  constructor(context: ToolContext, parts: SelectDependencies) {
    super(context);
    this.#parts = parts;
    this.view.setSnapping(undefined);
    this.lifetime.add(() => {
      this.cancel();
      this.#mark(undefined);
    });
  }

  override key({ key }: KeyGesture): boolean {
    if (key !== 'Escape' || this.#parts.targets.selection.ids.length === 0) return false;
    this.#parts.targets.selection.clear();
    return true;
  }

  override complete(): void {
    this.cancel();
  }

  override cancel(): void {
    this.#corner = undefined;
    this.#spanned = false;
    this.clear();
    this.#parts.choice.close();
    this.update();
  }

  protected override onMove(gesture: Gesture): void {
    // A moving finger already pans.
    if (gesture.pointer === 'touch' || this.#parts.choice.question) return;
    this.#mark(this.pick(gesture)[0]?.id);
  }

  protected override onLeave(): void {
    this.#mark(undefined);
  }

  protected override onClick(gesture: Gesture): void {
    if (this.#parts.settings.get('isLeftClickInteraction')) this.#press(gesture);
  }

  protected override onContextMenu(gesture: Gesture): void {
    this.#press(gesture);
  }

  protected override onDown({ shift, ctrl, position }: Gesture): boolean {
    if (!(shift || ctrl) || !position) return false;
    this.#corner = position;
    this.update();
    return true;
  }

  protected override onDrag({ position }: Gesture): void {
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
    this.show({ shapes: [{ geometry, dashed: position[0] < this.#corner[0] }] });
  }

  /** Without a drag it was a click, which is a gesture of its own. */
  protected override onUp({ position, ctrl }: Gesture): void {
    const corner = this.#spanned ? this.#corner : undefined;
    this.cancel();
    if (!corner || !position) return;
    const { targets, finder } = this.#parts;
    const isSelectable = (object: MapObject) => !targets.isLockedOrHidden(object);
    const wholly = position[0] >= corner[0];
    const box = boxOf(corner, position);
    const loaded = () => objectsWithin(this.project.document, box, wholly, isSelectable);
    const { selection } = targets;
    finder.find({ sought: { bbox: box, wholly }, extent: box, loaded }, (found) => {
      const ids = new Set(found);
      if (ctrl) selection.set(selection.ids.filter((id) => !ids.has(id)));
      else selection.add(found);
    });
  }

  protected override describe(): StateOfTool {
    const isBoxing = this.#corner !== undefined;
    return { hint: isBoxing ? 'selection:hint.box' : 'selection:hint.select', busy: isBoxing };
  }

  #mark(id: string | undefined): void {
    if (id === this.#hovered) return;
    this.#hovered = id;
    this.view.highlight('hover', id ? [id] : []);
    this.view.setCursor(id ? 'pointer' : undefined);
  }

  #press(gesture: Gesture): void {
    const { position, pointer } = gesture;
    this.#parts.choice.close();
    if (!position) return this.#choose(gesture, this.pick(gesture));
    const metres = HIT_TOLERANCE[pointer] * this.view.camera.resolution;
    this.#parts.finder.near(position, metres, (isLoadedNow) => {
      if (this.lifetime.closed) return;
      this.#choose(gesture, isLoadedNow ? this.#pickSeen(gesture) : this.pick(gesture));
    });
  }

  /** Objects seen small lie within the tolerance of each other: the one at the pointer, or the nearest, is meant. */
  #pickSeen({ pixel, pointer }: Gesture): MapObject[] {
    const hits = this.view.pick(pixel, HIT_TOLERANCE[pointer]);
    const at = hits.filter(({ distance }) => distance === 0);
    const nearest = hits.toSorted((a, b) => a.distance - b.distance).slice(0, 1);
    return (at.length > 0 ? at : nearest).map(({ object }) => object);
  }

  #choose({ kind, pointer, position, shift, ctrl }: Gesture, hits: readonly MapObject[]): void {
    // A long press works like Shift and click.
    const adds = shift || ctrl || (kind === 'context' && pointer === 'touch');
    const { choice, targets } = this.#parts;
    const { selection } = targets;
    const choose = (id: string): void => (adds ? selection.toggle(id) : selection.set([id]));
    if (hits.length > 1 && position) {
      this.#mark(undefined);
      choice.ask({ candidates: hits, at: position, choose });
    } else if (hits[0]) choose(hits[0].id);
    else if (!adds) selection.clear();
  }
}

function boxOf(a: Position, b: Position): Extent {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])];
}
