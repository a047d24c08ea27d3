import { add, runsOf, type MapObject } from '#core/document';
import { projections$ } from '#core/geodesy';
import type { Gesture, SketchShape } from '#core/mapview';
import type { Geometry } from '#core/protocol';
import type { Settings } from '#core/settings';
import { planeIn, type Metric } from '#core/sketch';
import { BaseToolSession, type StateOfTool, type ToolContext } from '#core/tools';
import type { NewValues } from '#plugins/work/attributes/api';
import type { EditTargets } from '#plugins/work/selection/api';
import { deviation } from '../model/deviation.ts';
import type { ReshapeForm } from '../model/form.ts';
import { reshaped, sideOf, type ReshapeKind } from '../model/reshapes.ts';
import { added, replaced } from '../model/whole.ts';

export interface ReshapeDependencies {
  readonly form: ReshapeForm;
  readonly targets: EditTargets;
  readonly newValues: NewValues;
  readonly settings: Settings;
}

/** Style of the geometry that is replaced, dashed. */
const REPLACED_STYLE = { stroke: '#c62f2f', width: 1.5 };

/**
 * Offsets, simplifies or smooths the selected lines and outlines with the options of the popup. The result is
 * previewed and applied by Enter, the button or, for an offset, a click on the side.
 */
export class ReshapeSession extends BaseToolSession {
  #objects: readonly MapObject[] = [];
  #after: readonly Geometry[] | undefined;
  /** Side of an offset: 1 is right or outward, -1 left or inward. */
  #side: 1 | -1 = 1;

  constructor(
    readonly kind: ReshapeKind,
    context: ToolContext,
    readonly parts: ReshapeDependencies,
  ) {
    super(context);
    const { form, targets, settings } = parts;
    form.begin(kind, () => this.complete());
    this.lifetime.add(() => form.end());
    this.follow(() => this.#replan(), targets.selection.ids$, this.project.document.changes$);
    this.follow(() => this.#show(), settings.observe('measureCRS'), settings.observe('units'), projections$);
    this.react(
      () => this.#show(),
      () => [form.value, form.keeps],
    );
  }

  override complete(): void {
    const after = this.#after;
    if (!after || this.#objects.length === 0) return;
    const { form, targets, newValues } = this.parts;
    const { history, types } = this.project;
    const label = {
      label: `reshape:step.${this.kind}`,
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
    newValues.perform(this.project, add(made), label, () => targets.selection.set(made.map(({ id }) => id)));
  }

  override cancel(): void {
    this.parts.form.type('');
  }

  get #metric(): Metric {
    return planeIn(this.parts.settings.get('measureCRS'));
  }

  get #replaces(): boolean {
    return this.kind !== 'offset' || !this.parts.form.keeps;
  }

  #replan(): void {
    this.#objects = this.parts.targets.objects.filter(({ location }) => !location.type.endsWith('Point'));
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
    this.preview(shown);
    const goes = this.#replaces ? this.#objects.slice(0, shown.length) : [];
    this.show(goes.length > 0 ? { shapes: goes.map(replacedShape) } : undefined);
    form.report(
      { count: this.#objects.length, before, after, deviation: this.#deviation() },
      fault && `reshape:problem.${fault}`,
    );
    this.update();
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
      (max, after, i) => Math.max(max, deviation(this.#objects[i]!.location, after, metric)),
      0,
    );
  }

  /** The offset is on the side of the pointer. */
  protected override onMove(gesture: Gesture): void {
    this.view.setCursor(this.pick(gesture).length > 0 ? 'pointer' : undefined);
    const { position } = gesture;
    if (this.kind !== 'offset' || !position || this.parts.form.value === undefined) return;
    const [first] = this.#objects;
    if (!first) return;
    const side = sideOf(first.location, position, this.#metric) < 0 ? -1 : 1;
    if (side === this.#side) return;
    this.#side = side;
    this.#show();
  }

  protected override onClick(gesture: Gesture): void {
    if (this.kind === 'offset' && this.#after && this.#objects.length > 0 && !gesture.shift) {
      this.onMove(gesture);
      this.complete();
    } else {
      const others = this.pick(gesture).filter((object) => !this.#objects.includes(object));
      this.parts.targets.choose(others, gesture, gesture.shift);
    }
  }

  protected override describe(): StateOfTool {
    const { form, targets } = this.parts;
    const ready = this.#after !== undefined && this.#objects.length > 0;
    const hint =
      this.#objects.length === 0
        ? targets.reason('reshape:hint.select')
        : `reshape:hint.${this.kind}.${ready ? 1 : 0}`;
    return {
      hint: form.problem ?? hint,
      canComplete: ready,
      busy: form.kind !== 'smooth' && form.text !== '',
    };
  }
}

/** Edges only: a filled area would hide the result. */
function replacedShape({ location }: MapObject): SketchShape {
  const coordinates = runsOf(location).map(({ positions }) => [...positions]);
  return { geometry: { type: 'MultiLineString', coordinates }, style: REPLACED_STYLE, dashed: true };
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
