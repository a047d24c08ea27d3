import { reaction } from 'mobx';
import { BehaviorSubject, merge } from 'rxjs';
import type { MapObject } from '#core/document';
import { fromDegrees, projections$ } from '#core/geodesy';
import { Lifetime } from '#core/kernel';
import type { Gesture, Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import { planeIn, printerOf, Snapping, type Metric } from '#core/sketch';
import type { ToolContext, ToolSession, ToolState } from '#core/tools';
import { perform, plan } from '../model/apply.ts';
import { FACTORS } from '../model/form.ts';
import { scaled, turned, withHeights, type Place } from '../model/transforms.ts';
import { frameOf, Ghost, heightsOf } from './ghost.ts';
import type { Parts } from './parts.ts';

/** CSS pixels around the pivot where it is taken hold of. */
const REACH = { mouse: 10, pen: 14, touch: 24 };
/** CSS pixels that make a drag of a press. */
const DRAG = 3;
/** Degrees that Shift holds a turn to. */
const STEP = 15;

type Grip =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pivot' }
  | { readonly kind: 'objects'; readonly from: Position; readonly at: Pixel; readonly value: number };

/**
 * Objects turned around a pivot, or made larger and smaller from it: by what is typed into the popup, or by dragging
 * them. Ctrl+click, or dragging it, sets the pivot. Shown at once; the document changes when it is applied.
 */
export class PivotSession implements ToolSession {
  readonly state$: BehaviorSubject<ToolState>;
  readonly #kind: 'rotate' | 'scale';
  readonly #parts: Parts;
  readonly #lifetime = new Lifetime();
  readonly #snapping: Snapping;
  readonly #ghost: Ghost;
  #objects: readonly MapObject[] = [];
  #middle: Position | undefined;
  #grip: Grip = { kind: 'idle' };

  constructor(
    kind: 'rotate' | 'scale',
    readonly context: ToolContext,
    parts: Parts,
  ) {
    const { form, targets, settings } = parts;
    const { view, project } = context;
    this.#kind = kind;
    this.#parts = parts;
    this.#ghost = new Ghost(view);
    form.begin(kind, settings.get('angleUnit'), () => this.complete());
    this.state$ = new BehaviorSubject(this.#stateNow());
    this.#snapping = this.#lifetime.add(new Snapping(view, settings));
    this.#lifetime.add(() => view.show(undefined));
    this.#lifetime.add(() => view.setCursor(undefined));
    this.#lifetime.add(() => this.#ghost.hide());
    this.#lifetime.add(() => form.end());
    this.#lifetime.add(settings.observe('angleUnit').subscribe((unit) => form.tell({ unit })));
    this.#lifetime.add(
      merge(targets.selection.ids$, project.document.changes$).subscribe(() => this.#look()),
    );
    this.#lifetime.add(merge(settings.observe('measureCRS'), projections$).subscribe(() => this.#show()));
    this.#lifetime.add(
      reaction(
        () => [form.value, form.pivot, form.keeps, form.scalesHeights],
        () => this.#show(),
      ),
    );
  }

  get state(): ToolState {
    return this.state$.value;
  }

  gesture(gesture: Gesture): boolean {
    switch (gesture.kind) {
      case 'down':
        return this.#down(gesture);
      case 'drag':
        this.#drag(gesture);
        return true;
      case 'up':
        this.#grip = { kind: 'idle' };
        this.#snapping.ignore([]);
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

  complete(): void {
    const place = this.#place();
    if (!place || this.#objects.length === 0) return;
    const { form, targets } = this.#parts;
    const { project } = this.context;
    const planned = plan(project, this.#kind, this.#objects, place, form.keeps);
    if (typeof planned === 'string') {
      form.tell({ problem: planned });
      return;
    }
    form.type('');
    perform(project, targets, planned);
  }

  cancel(): void {
    this.#grip = { kind: 'idle' };
    this.#parts.form.type('');
    this.#parts.form.turnAround(undefined);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  get #metric(): Metric {
    return planeIn(this.#parts.settings.get('measureCRS'));
  }

  get #pivot(): Position | undefined {
    return this.#parts.form.pivot ?? this.#middle;
  }

  #place(): Place | undefined {
    const { value, scalesHeights } = this.#parts.form;
    const pivot = this.#pivot;
    if (value === undefined || !pivot) return undefined;
    if (this.#kind === 'rotate') return turned(this.#metric, pivot, value);
    const place = scaled(this.#metric, pivot, value);
    const from = pivot[2] ?? this.#middle?.[2];
    if (!scalesHeights || from === undefined) return place;
    return withHeights(place, (height) => from + (height - from) * value);
  }

  #look(): void {
    this.#objects = this.#parts.targets.of(this.context.project);
    const [west, south, east, north] = frameOf(this.#objects);
    const heights = heightsOf(this.#objects);
    const [x, y] = [(west + east) / 2, (south + north) / 2];
    const middle: Position = heights ? [x, y, (heights[0] + heights[1]) / 2] : [x, y];
    this.#middle = this.#objects.length > 0 ? middle : undefined;
    this.#parts.form.tell({ count: this.#objects.length, hasHeights: heights !== undefined });
    this.#show();
  }

  #show(): void {
    const { form } = this.#parts;
    const pivot = this.#pivot;
    const place = this.#place();
    const fits = !place || this.#ghost.show(this.#objects, place, false, form.keeps);
    if (!place) this.#ghost.hide();
    form.tell({ problem: fits ? undefined : 'transform:problem.outside' });
    this.context.view.show(pivot && { shapes: [], handles: [{ position: pivot, role: 'pivot' }] });
    this.state$.next(this.#stateNow());
  }

  #down(gesture: Gesture): boolean {
    if (gesture.ctrl || !gesture.position || this.#objects.length === 0) return false;
    if (this.#onPivot(gesture)) {
      this.#grip = { kind: 'pivot' };
      return true;
    }
    if (!this.#under(gesture).some(({ id }) => this.#objects.some((object) => object.id === id)))
      return false;
    const from = this.#snapping.free(gesture)?.position ?? gesture.position;
    const value = this.#parts.form.value ?? (this.#kind === 'rotate' ? 0 : 1);
    this.#grip = { kind: 'objects', from, at: gesture.pixel, value };
    this.#snapping.ignore(this.#objects.map(({ id }) => id));
    return true;
  }

  #drag(gesture: Gesture): void {
    const grip = this.#grip;
    const place = this.#snapping.place(gesture)?.position;
    const pivot = this.#pivot;
    if (!place || !pivot) return;
    if (grip.kind === 'pivot') this.#parts.form.turnAround(place);
    if (grip.kind !== 'objects') return;
    if (Math.hypot(gesture.pixel[0] - grip.at[0], gesture.pixel[1] - grip.at[1]) < DRAG) return;
    const before = this.#metric.segment(pivot, grip.from);
    const now = this.#metric.segment(pivot, place);
    if (this.#kind === 'rotate') this.#turnTo(grip.value + now.azimuth - before.azimuth, gesture.shift);
    else if (before.length > 0) this.#scaleTo((grip.value * now.length) / before.length, gesture.shift);
  }

  #turnTo(degrees: number, steps: boolean): void {
    const { form, i18n } = this.#parts;
    const held = steps ? Math.round(degrees / STEP) * STEP : degrees;
    const turn = held - 360 * Math.round(held / 360);
    form.type(figures(i18n.language, fromDegrees(turn, form.unit), 5));
  }

  #scaleTo(factor: number, steps: boolean): void {
    const { form, i18n } = this.#parts;
    const held = Math.min(
      FACTORS.most,
      Math.max(FACTORS.least, steps ? Math.round(factor * 10) / 10 : factor),
    );
    form.type(figures(i18n.language, held, 5));
  }

  #click(gesture: Gesture): void {
    const place = this.#snapping.place(gesture)?.position;
    if (gesture.ctrl && place) {
      this.#parts.form.turnAround(place);
      return;
    }
    const under = this.#under(gesture);
    if (gesture.shift || !under.some(({ id }) => this.#objects.some((object) => object.id === id)))
      if (under.length > 0) this.#parts.targets.choose(under, gesture.shift);
  }

  #hover(gesture: Gesture): void {
    const { view } = this.context;
    view.setCursor(this.#onPivot(gesture) ? 'grab' : this.#under(gesture).length > 0 ? 'pointer' : undefined);
  }

  #onPivot({ pixel, pointer }: Gesture): boolean {
    const at = this.#pivot && this.context.view.toPixel(this.#pivot);
    return at !== undefined && Math.hypot(at[0] - pixel[0], at[1] - pixel[1]) <= REACH[pointer];
  }

  #under({ pixel }: Gesture): MapObject[] {
    return this.context.view.pick(pixel).map(({ object }) => object);
  }

  #stateNow(): ToolState {
    const { form, settings, i18n } = this.#parts;
    const { value } = form;
    const print = printerOf(i18n, settings);
    const shown =
      value === undefined ? undefined : this.#kind === 'rotate' ? print.azimuth(value) : form.text;
    const hint =
      this.#objects.length === 0 ? 'select' : value === undefined ? `${this.#kind}.0` : `${this.#kind}.1`;
    return {
      hint: form.problem ?? `transform:hint.${hint}`,
      readout: shown ? [{ label: i18n.t(`transform:field.${this.#kind}`), value: shown }] : [],
      canComplete: value !== undefined && this.#objects.length > 0,
      busy: value !== undefined || form.pivot !== undefined,
    };
  }
}

function figures(language: string, value: number, digits: number): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: digits, useGrouping: false }).format(value);
}
