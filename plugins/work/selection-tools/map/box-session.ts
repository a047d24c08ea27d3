import { extentOf } from '#core/document';
import type { Gesture } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import { BaseToolSession, DragByClicks, type StateOfTool, type ToolContext } from '#core/tools';
import { combine, modeOf } from '../model/combine.ts';
import { objectsIn } from '../model/found.ts';
import type { AreaSelectDependencies } from './dependencies.ts';

/** Selects with a box, by mouse, finger or keyboard; the map does not pan. */
export class BoxSession extends BaseToolSession {
  readonly #parts: AreaSelectDependencies;
  readonly #hand = new DragByClicks();
  #corner: Position | undefined;
  #box: Geometry | undefined;
  #isWholly = true;

  constructor(context: ToolContext, parts: AreaSelectDependencies) {
    super(context);
    this.#parts = parts;
    this.view.setSnapping(undefined);
    this.view.setCursor('crosshair');
    parts.how.begin('box');
    this.lifetime.add(() => parts.how.end());
  }

  override gesture(gesture: Gesture): boolean {
    return super.gesture(this.#hand.read(gesture));
  }

  override complete(): void {
    this.cancel();
  }

  override cancel(): void {
    this.#hand.drop();
    this.#corner = this.#box = undefined;
    this.clear();
    this.update();
  }

  protected override onDown({ position }: Gesture): boolean {
    if (!position) return false;
    this.#corner = position;
    this.update();
    return true;
  }

  protected override onDrag({ position }: Gesture): void {
    if (!this.#corner || !position) return;
    const [x, y] = position;
    const [cx, cy] = this.#corner;
    const ring: Position[] = [[cx, cy], [x, cy], [x, y], [cx, y], [cx, cy]]; // prettier-ignore
    const { reach } = this.#parts.how;
    this.#isWholly = reach === 'dragged' ? x >= cx : reach === 'wholly';
    this.#box = { type: 'Polygon', coordinates: [ring] };
    this.show({ shapes: [{ geometry: this.#box, dashed: !this.#isWholly }] });
  }

  /** A press without a drag selects nothing. */
  protected override onUp(gesture: Gesture): void {
    const box = this.#box;
    const wholly = this.#isWholly;
    this.cancel();
    if (!box) return;
    const { selection, finder, how, accepts } = this.#parts;
    const mode = modeOf(gesture, how.mode);
    const bbox = extentOf(box);
    const loaded = () => objectsIn(this.project.document, box, wholly, accepts);
    finder.find({ sought: { bbox, wholly }, extent: bbox, loaded }, (ids) => combine(selection, ids, mode));
  }

  protected override describe(): StateOfTool {
    const isSpanning = this.#corner !== undefined;
    return {
      hint: isSpanning ? 'selection-tools:hint.let-go' : 'selection-tools:hint.box',
      busy: isSpanning,
    };
  }
}
