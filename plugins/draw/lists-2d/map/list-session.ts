import { reaction } from 'mobx';
import { BehaviorSubject, merge } from 'rxjs';
import { extentOf } from '#core/document';
import { canProject, crsOf, printCoordinates, projections$ } from '#core/geodesy';
import type { I18n } from '#core/i18n';
import { Lifetime } from '#core/kernel';
import type { Gesture } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { pathSketch, planeIn, printerOf, Snapping } from '#core/sketch';
import type { ToolContext, ToolSession, ToolState } from '#core/tools';
import type { Drawn, FinishDrawing } from '#plugins/draw/draw/api';
import type { ListForm } from '../model/form.ts';
import { listed, type Listed, type ListKind, type Manner } from '../model/listed.ts';

export interface ListParts {
  readonly form: ListForm;
  readonly finish: FinishDrawing;
  readonly settings: Settings;
  readonly i18n: I18n;
}

const SLOT = 'lists-2d';
/** Decimals of a clicked place that is written down: a hundredth of a millimetre. */
const DIGITS = { degrees: 10, metres: 5 };

/** Draws what is listed in the popup: shown as it is typed, made into an object by Enter or its button. */
export class ListSession implements ToolSession {
  readonly state$: BehaviorSubject<ToolState>;
  readonly #lifetime = new Lifetime();
  readonly #snapping: Snapping;
  readonly #put = new AbortController();
  #made: Listed;

  constructor(
    readonly kind: ListKind,
    readonly context: ToolContext,
    readonly parts: ListParts,
  ) {
    const { form, settings } = parts;
    this.#snapping = new Snapping(context.view, settings);
    form.begin(kind, () => this.complete());
    this.#made = listed(form.typed!, this.#manner);
    this.state$ = new BehaviorSubject(this.#stateNow());
    this.#lifetime.add(() => this.#snapping.dispose());
    this.#lifetime.add(() => context.view.show(undefined, SLOT));
    this.#lifetime.add(() => form.end());
    this.#lifetime.add(() => this.#put.abort());
    this.#lifetime.add(
      reaction(
        () => form.typed,
        () => this.#show(),
      ),
    );
    const manners = merge(settings.observe('measureCRS'), settings.observe('angleUnit'), projections$);
    this.#lifetime.add(manners.subscribe(() => this.#show()));
  }

  get state(): ToolState {
    return this.state$.value;
  }

  /** Of a traverse a click is where it starts, or else where it should arrive. */
  gesture(gesture: Gesture): boolean {
    if (this.kind !== 'traverse' || gesture.kind !== 'click') return false;
    const place = this.#snapping.place(gesture)?.position;
    if (!place) return false;
    const { form } = this.parts;
    if (form.closing === 'known' && form.start !== '') form.change({ known: this.#written(place) });
    else form.change({ start: this.#written(place) });
    return false;
  }

  complete(): void {
    const { form, finish } = this.parts;
    const { vertices, problem, bad } = this.#made;
    if (vertices.length === 0 || problem || bad.length > 0) return;
    const drawn: Drawn = { project: this.context.project, kind: form.becomes, vertices, ...this.#surveyed() };
    this.context.view.fly(extentOf({ type: 'MultiPoint', coordinates: [...vertices] }));
    finish.ask(drawn, this.#put.signal).then(
      (kept) => kept && form.clear(),
      () => undefined,
    );
  }

  cancel(): void {
    this.parts.form.clear();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  get #manner(): Manner {
    const { settings } = this.parts;
    const measureCRS = settings.get('measureCRS');
    return {
      crs: measureCRS && canProject(measureCRS) ? measureCRS : 'EPSG:4326',
      unit: settings.get('angleUnit'),
      metric: planeIn(measureCRS),
    };
  }

  #written(place: Position): string {
    const { crs } = this.#manner;
    const digits = crsOf(crs)?.geographic ? DIGITS.degrees : DIGITS.metres;
    try {
      return printCoordinates(place, { crs, locale: this.parts.i18n.language, digits });
    } catch {
      // Where that system cannot show the place.
      return printCoordinates(place, { locale: this.parts.i18n.language, digits: DIGITS.degrees });
    }
  }

  /** How a traverse was measured is kept with what it becomes. */
  #surveyed(): Pick<Drawn, 'as'> {
    const { form, i18n, settings } = this.parts;
    if (this.kind !== 'traverse') return {};
    const { metric } = this.#manner;
    const { missing } = this.#made;
    const parameters = {
      shape: 'traverse',
      rows: form.rows.trim().split(/\s*\n\s*/),
      start: form.start,
      measured: metric.crs ?? 'geodesic',
      ...(missing && { misclosure: missing.length, adjusted: form.adjusts }),
    };
    const value = missing ? printerOf(i18n, settings).length(missing.length) : '';
    const key = missing ? (form.adjusts ? 'stored.adjusted' : 'stored.misclosure') : 'stored.open';
    return { as: { parameters, text: i18n.t(`lists-2d:${key}`, { value }) } };
  }

  #show(): void {
    const { form } = this.parts;
    if (!form.typed) return;
    this.#made = listed(form.typed, this.#manner);
    const { vertices } = this.#made;
    const path = { vertices, cursor: undefined, snap: undefined, heldTo: undefined };
    this.context.view.show(vertices.length > 0 ? pathSketch(path, form.becomes) : undefined, SLOT);
    form.tell(this.#made);
    this.state$.next(this.#stateNow());
  }

  #stateNow(): ToolState {
    const { form } = this.parts;
    const { vertices, problem, bad } = this.#made;
    const ready = vertices.length > 0 && !problem && bad.length === 0;
    return {
      hint: `lists-2d:hint.${ready ? 'ready' : this.kind}`,
      canComplete: ready,
      busy: form.rows !== '' || form.start !== '',
    };
  }
}
