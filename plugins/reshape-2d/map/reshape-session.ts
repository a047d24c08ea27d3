import { reaction } from 'mobx';
import { BehaviorSubject, merge } from 'rxjs';
import { add, runsOf, type MapObject } from '#core/document';
import { projections$ } from '#core/geodesy';
import { Lifetime } from '#core/kernel';
import type { Gesture, MapView, Sketch } from '#core/mapview';
import type { Geometry } from '#core/protocol';
import type { Settings } from '#core/settings';
import { planeIn, type Metric } from '#core/sketch';
import type { ToolContext, ToolSession, ToolState } from '#core/tools';
import type { NewValues } from '#plugins/attributes/api';
import type { Selection } from '#plugins/selection/api';
import { deviation } from '../model/deviation.ts';
import type { ReshapeForm } from '../model/form.ts';
import { reshaped, sideOf, type ReshapeKind } from '../model/reshapes.ts';
import { added, replaced } from '../model/whole.ts';

export interface ReshapeParts {
  readonly form: ReshapeForm;
  readonly selection: Selection;
  readonly isLocked: (object: MapObject) => boolean;
  readonly newValues: NewValues;
  readonly settings: Settings;
}

/** What gives way to the result, dashed. */
const GOES = { stroke: '#c62f2f', width: 1.5 };
/** CSS pixels around the pointer that still count as on an object. */
const REACH = { mouse: 6, pen: 8, touch: 16 };

/**
 * The selected lines and outlines set off, simplified or smoothed as the popup says: shown at once, applied by Enter, its
 * button or, of an offset, by a click on the side that is meant.
 */
export class ReshapeSession implements ToolSession {
  readonly state$: BehaviorSubject<ToolState>;
  readonly #lifetime = new Lifetime();
  #objects: readonly MapObject[] = [];
  #after: readonly Geometry[] | undefined;
  #preview: ReturnType<MapView['preview']> | undefined;
  /** Of an offset: to the right or outward, or the other way. */
  #side: 1 | -1 = 1;

  constructor(
    readonly kind: ReshapeKind,
    readonly context: ToolContext,
    readonly parts: ReshapeParts,
  ) {
    const { form, selection, settings } = parts;
    const { document } = context.project;
    form.begin(kind, () => this.complete());
    this.state$ = new BehaviorSubject(this.#stateNow());
    this.#lifetime.add(() => context.view.setCursor(undefined));
    this.#lifetime.add(() => this.#preview?.dispose());
    this.#lifetime.add(() => context.view.show(undefined));
    this.#lifetime.add(() => form.end());
    this.#lifetime.add(merge(selection.ids$, document.changes$).subscribe(() => this.#look()));
    this.#lifetime.add(merge(settings.observe('measureCRS'), projections$).subscribe(() => this.#show()));
    this.#lifetime.add(
      reaction(
        () => [form.value, form.keeps],
        () => this.#show(),
      ),
    );
  }

  get state(): ToolState {
    return this.state$.value;
  }

  gesture(gesture: Gesture): boolean {
    if (gesture.kind === 'move') this.#hover(gesture);
    else if (gesture.kind === 'click') this.#click(gesture);
    else if (gesture.kind === 'context') this.complete();
    return false;
  }

  complete(): void {
    const after = this.#after;
    if (!after || this.#objects.length === 0) return;
    const { form, selection, newValues } = this.parts;
    const { history, types } = this.context.project;
    const label = {
      label: `reshape-2d:step.${this.kind}`,
      values: { count: this.#objects.length },
      code: this.kind,
    };
    if (this.#replaces) {
      const edit = replaced(this.#objects, after);
      if (this.kind !== 'smooth') form.type('');
      history.perform(edit, label);
      return;
    }
    const made = added(this.#objects, after, types);
    newValues.perform(this.context.project, add(made), label, () => selection.set(made.map(({ id }) => id)));
  }

  cancel(): void {
    this.parts.form.type('');
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  get #metric(): Metric {
    return planeIn(this.parts.settings.get('measureCRS'));
  }

  get #replaces(): boolean {
    return this.kind !== 'offset' || !this.parts.form.keeps;
  }

  #look(): void {
    const { selection, isLocked } = this.parts;
    const { document } = this.context.project;
    this.#objects = selection.ids.flatMap((id) => {
      const object = document.get(id);
      return object && !isLocked(object) && !object.location.type.endsWith('Point') ? [object] : [];
    });
    this.#show();
  }

  #show(): void {
    const { form } = this.parts;
    const { value } = form;
    const before = verticesOf(this.#objects.map(({ location }) => location));
    const results = this.#reshaped(value);
    const fault = results.find((result) => typeof result === 'string');
    this.#after = fault || value === undefined ? undefined : (results as Geometry[]);
    const after = this.#after && this.#objects.length > 0 ? verticesOf(this.#after) : undefined;
    const shown = (this.#after ?? []).map((location, i) => {
      const object = this.#objects[i]!;
      const id = this.#replaces ? object.id : `beside ${object.id}`;
      return { ...object, id, location };
    });
    if (this.#preview) this.#preview.update(shown);
    else if (shown.length > 0) this.#preview = this.context.view.preview(shown);
    const goes = this.#replaces ? this.#objects.slice(0, shown.length) : [];
    this.context.view.show(goes.length > 0 ? { shapes: goes.map(goingOf) } : undefined);
    form.tell(
      { count: this.#objects.length, before, after, deviation: this.#deviation() },
      fault && `reshape-2d:problem.${fault}`,
    );
    this.#tell();
  }

  #reshaped(value: number | undefined): (Geometry | string)[] {
    if (value === undefined) return [];
    const signed = this.kind === 'offset' ? value * this.#side : value;
    return this.#objects.map(({ location }) => reshaped(this.kind, location, signed, this.#metric));
  }

  #deviation(): number | undefined {
    if (this.kind === 'offset' || !this.#after?.length) return undefined;
    const metric = this.#metric;
    return this.#after.reduce(
      (most, after, i) => Math.max(most, deviation(this.#objects[i]!.location, after, metric)),
      0,
    );
  }

  /** An offset goes to the side where the pointer is. */
  #hover({ position, pixel, pointer }: Gesture): void {
    const { view } = this.context;
    view.setCursor(view.pick(pixel, REACH[pointer]).length > 0 ? 'pointer' : undefined);
    if (this.kind !== 'offset' || !position || this.parts.form.value === undefined) return;
    const [first] = this.#objects;
    if (!first) return;
    const side = sideOf(first.location, position, this.#metric) < 0 ? -1 : 1;
    if (side === this.#side) return;
    this.#side = side;
    this.#show();
  }

  #click(gesture: Gesture): void {
    const { selection, isLocked } = this.parts;
    const under = this.context.view.pick(gesture.pixel, REACH[gesture.pointer]).map(({ object }) => object);
    const other = under.find((object) => !isLocked(object) && !this.#objects.includes(object));
    if (this.kind === 'offset' && this.#after && this.#objects.length > 0 && !gesture.shift) {
      this.#hover(gesture);
      this.complete();
    } else if (other && gesture.shift) selection.toggle(other.id);
    else if (other) selection.set([other.id]);
  }

  #tell(): void {
    this.state$.next(this.#stateNow());
  }

  #stateNow(): ToolState {
    const { form } = this.parts;
    const ready = this.#after !== undefined && this.#objects.length > 0;
    const hint = this.#objects.length === 0 ? 'select' : `${this.kind}.${ready ? 1 : 0}`;
    return {
      hint: form.problem ?? `reshape-2d:hint.${hint}`,
      canComplete: ready,
      busy: form.kind !== 'smooth' && form.text !== '',
    };
  }
}

/** Its edges alone: an area in colour would hide what comes. */
function goingOf({ location }: MapObject): Sketch['shapes'][number] {
  const coordinates = runsOf(location).map(({ positions }) => [...positions]);
  return { geometry: { type: 'MultiLineString', coordinates }, style: GOES, dashed: true };
}

function verticesOf(geometries: readonly Geometry[]): number {
  return geometries.reduce(
    (sum, geometry) =>
      sum +
      runsOf(geometry).reduce(
        (all, { kind, positions }) => all + positions.length - (kind === 'ring' ? 1 : 0),
        0,
      ),
    0,
  );
}
