import type { MapObject } from '#core/document';
import { fromDegrees, projections$ } from '#core/geodesy';
import { distanceTo, HANDLE_TOLERANCE, type Gesture } from '#core/mapview';
import type { Position } from '#core/protocol';
import { planeIn, printerOf, Snapping, type Metric } from '#core/sketch';
import { BaseToolSession, type StateOfTool, type ToolContext } from '#core/tools';
import { perform, plan } from '../model/apply.ts';
import { FACTORS } from '../model/form.ts';
import { scaled, turned, withHeights, type VertexTransform } from '../model/transforms.ts';
import { frameOf, Ghost, heightsOf } from './ghost.ts';
import type { TransformDependencies } from './dependencies.ts';

/** Degrees: step of a rotation with Shift. */
const STEP = 15;

type PivotState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pivot' }
  | { readonly kind: 'objects'; readonly from: Position; readonly value: number };

/**
 * Rotates or scales objects around a pivot, by the value typed into the popup or by dragging. Ctrl+click, or dragging
 * the pivot, moves it. The result is previewed; the document changes when it is applied.
 */
export class PivotSession extends BaseToolSession {
  readonly #kind: 'rotate' | 'scale';
  readonly #parts: TransformDependencies;
  readonly #snapping: Snapping;
  readonly #ghost: Ghost;
  #objects: readonly MapObject[] = [];
  #middle: Position | undefined;
  #grip: PivotState = { kind: 'idle' };

  constructor(kind: 'rotate' | 'scale', context: ToolContext, parts: TransformDependencies) {
    super(context);
    const { form, targets, settings } = parts;
    this.#kind = kind;
    this.#parts = parts;
    this.#ghost = new Ghost(this.view, (objects) => this.preview(objects));
    form.begin(kind, settings.get('units').angleUnit, () => this.complete());
    this.#snapping = this.lifetime.add(new Snapping(this.view, settings));
    this.lifetime.add(() => this.#ghost.hide());
    this.lifetime.add(() => form.end());
    this.lifetime.add(
      settings.observe('units').subscribe(({ angleUnit }) => form.report({ unit: angleUnit })),
    );
    this.follow(() => this.#replan(), targets.selection.ids$, this.project.document.changes$);
    this.follow(() => this.#show(), settings.observe('measureCRS'), projections$);
    this.react(
      () => this.#show(),
      () => [form.value, form.pivot, form.keeps, form.scalesHeights],
    );
  }

  override complete(): void {
    const place = this.#place();
    if (!place || this.#objects.length === 0) return;
    const { form } = this.#parts;
    const { project } = this;
    const planned = plan(project, this.#kind, this.#objects, place, { keeps: form.keeps });
    if (typeof planned === 'string') {
      form.report({ problem: planned });
      return;
    }
    form.type('');
    perform(project, this.#parts, planned);
  }

  override cancel(): void {
    this.#grip = { kind: 'idle' };
    this.#parts.form.type('');
    this.#parts.form.turnAround(undefined);
  }

  get #metric(): Metric {
    return planeIn(this.#parts.settings.get('measureCRS'));
  }

  get #pivot(): Position | undefined {
    return this.#parts.form.pivot ?? this.#middle;
  }

  #place(): VertexTransform | undefined {
    const { value, scalesHeights } = this.#parts.form;
    const pivot = this.#pivot;
    if (value === undefined || !pivot) return undefined;
    if (this.#kind === 'rotate') return turned(this.#metric, pivot, value);
    const place = scaled(this.#metric, pivot, value);
    const from = pivot[2] ?? this.#middle?.[2];
    if (!scalesHeights || from === undefined) return place;
    return withHeights(place, (height) => from + (height - from) * value);
  }

  #replan(): void {
    this.#objects = this.#parts.targets.objects;
    const [west, south, east, north] = frameOf(this.#objects);
    const heights = heightsOf(this.#objects);
    const [x, y] = [(west + east) / 2, (south + north) / 2];
    const middle: Position = heights ? [x, y, (heights[0] + heights[1]) / 2] : [x, y];
    this.#middle = this.#objects.length > 0 ? middle : undefined;
    this.#parts.form.report({ count: this.#objects.length, hasHeights: heights !== undefined });
    this.#show();
  }

  #show(): void {
    const { form } = this.#parts;
    const pivot = this.#pivot;
    const place = this.#place();
    const fits = !place || this.#ghost.show(this.#objects, place, false, form.keeps);
    if (!place) this.#ghost.hide();
    form.report({ problem: fits ? undefined : 'transform:problem.outside' });
    this.show(pivot && { shapes: [], handles: [{ position: pivot, role: 'pivot' }] });
    this.update();
  }

  protected override onDown(gesture: Gesture): boolean {
    if (gesture.ctrl || !gesture.position || this.#objects.length === 0) return false;
    if (this.#onPivot(gesture)) {
      this.#grip = { kind: 'pivot' };
      return true;
    }
    if (!this.#has(this.pick(gesture))) return false;
    const from = this.#snapping.free(gesture)?.position ?? gesture.position;
    const value = this.#parts.form.value ?? (this.#kind === 'rotate' ? 0 : 1);
    this.#grip = { kind: 'objects', from, value };
    this.#snapping.ignore(this.#objects.map(({ id }) => id));
    return true;
  }

  protected override onDrag(gesture: Gesture): void {
    const grip = this.#grip;
    const place = this.#snapping.place(gesture)?.position;
    const pivot = this.#pivot;
    if (!place || !pivot) return;
    if (grip.kind === 'pivot') this.#parts.form.turnAround(place);
    if (grip.kind !== 'objects') return;
    const before = this.#metric.segment(pivot, grip.from);
    const now = this.#metric.segment(pivot, place);
    if (this.#kind === 'rotate') this.#turnTo(grip.value + now.azimuth - before.azimuth, gesture.shift);
    else if (before.length > 0) this.#scaleTo((grip.value * now.length) / before.length, gesture.shift);
  }

  protected override onUp(): void {
    this.#grip = { kind: 'idle' };
    this.#snapping.ignore([]);
  }

  #turnTo(degrees: number, steps: boolean): void {
    const { form, i18n } = this.#parts;
    const held = steps ? Math.round(degrees / STEP) * STEP : degrees;
    const turn = held - 360 * Math.round(held / 360);
    form.type(figures(i18n.language, fromDegrees(turn, form.unit), 5));
  }

  #scaleTo(factor: number, steps: boolean): void {
    const { form, i18n } = this.#parts;
    const held = Math.min(FACTORS.max, Math.max(FACTORS.min, steps ? Math.round(factor * 10) / 10 : factor));
    form.type(figures(i18n.language, held, 5));
  }

  protected override onClick(gesture: Gesture): void {
    const place = this.#snapping.place(gesture)?.position;
    if (gesture.ctrl && place) {
      this.#parts.form.turnAround(place);
      return;
    }
    const under = this.pick(gesture);
    if (!gesture.shift && this.#has(under)) return;
    const problem = this.#parts.targets.choose(under, gesture, gesture.shift);
    if (problem) this.refuse(problem);
  }

  protected override onMove(gesture: Gesture): void {
    const isOver = this.pick(gesture).length > 0;
    this.view.setCursor(this.#onPivot(gesture) ? 'grab' : isOver ? 'pointer' : undefined);
  }

  #onPivot({ pixel, pointer }: Gesture): boolean {
    const pivot = this.#pivot;
    return pivot !== undefined && distanceTo(this.view, pivot, pixel) <= HANDLE_TOLERANCE[pointer];
  }

  /** Returns whether one of these objects is transformed. */
  #has(under: readonly MapObject[]): boolean {
    return under.some(({ id }) => this.#objects.some((object) => object.id === id));
  }

  protected override describe(): StateOfTool {
    const { form, settings, i18n } = this.#parts;
    const { value } = form;
    const print = printerOf(i18n, settings);
    const shown =
      value === undefined ? undefined : this.#kind === 'rotate' ? print.azimuth(value) : form.text;
    const hint =
      this.#objects.length === 0
        ? this.#parts.targets.reason('transform:hint.select')
        : `transform:hint.${this.#kind}.${value === undefined ? 0 : 1}`;
    return {
      hint: form.problem ?? hint,
      readout: shown ? [{ label: i18n.t(`transform:field.${this.#kind}`), value: shown }] : [],
      canComplete: value !== undefined && this.#objects.length > 0,
      busy: value !== undefined || form.pivot !== undefined,
    };
  }
}

function figures(language: string, value: number, digits: number): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: digits, useGrouping: false }).format(value);
}
