import { extentOf } from '#core/document';
import { canProject, crsOf, printCoordinates, projections$ } from '#core/geodesy';
import type { I18n } from '#core/i18n';
import type { Gesture } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { pathSketch, planeIn, printerOf, Snapping } from '#core/sketch';
import { BaseToolSession, type StateOfTool, type ToolContext } from '#core/tools';
import type { FinishedPath, FinishDrawing } from '#plugins/draw/draw/api';
import type { ListForm } from '../model/list-form.ts';
import { listed, type ListResult, type ListKind, type ListFormat } from '../model/listed.ts';

export interface ListDependencies {
  readonly form: ListForm;
  readonly finish: FinishDrawing;
  readonly settings: Settings;
  readonly i18n: I18n;
}

const SLOT = 'shapes';
/** Decimals of the coordinates of a clicked position: a hundredth of a millimetre. */
const DIGITS = { degrees: 10, metres: 5 };

/** Draws the list in the popup: previewed while it is typed, completed by Enter or the popup's button. */
export class ListSession extends BaseToolSession {
  readonly #snapping: Snapping;
  #made: ListResult;

  constructor(
    readonly kind: ListKind,
    context: ToolContext,
    readonly parts: ListDependencies,
  ) {
    super(context);
    const { form, settings } = parts;
    this.#snapping = this.lifetime.add(new Snapping(this.view, settings));
    form.begin(kind, () => this.complete());
    this.lifetime.add(() => form.end());
    this.#made = listed(form.typed!, this.#format);
    this.react(
      () => this.#show(),
      () => form.typed,
    );
    this.follow(
      () => this.#show(),
      settings.observe('measureCRS'),
      settings.observe('workingCrs'),
      settings.observe('units'),
      projections$,
    );
  }

  /** In a traverse, the first click sets the start, the next one the target. */
  protected override onClick(gesture: Gesture): void {
    if (this.kind !== 'traverse') return;
    const place = this.#snapping.place(gesture)?.position;
    if (!place) return;
    const { form } = this.parts;
    if (form.closing === 'known' && form.start !== '') form.change({ known: this.#written(place) });
    else form.change({ start: this.#written(place) });
  }

  /** Enter and the popup's button complete, not the map. */
  protected override onContextMenu(): void {}

  override complete(): void {
    const { form, finish } = this.parts;
    const { vertices, problem, bad } = this.#made;
    if (vertices.length === 0 || problem || bad.length > 0) return;
    const drawn: FinishedPath = { project: this.project, kind: form.becomes, vertices, ...this.#surveyed() };
    this.view.fly(extentOf({ type: 'MultiPoint', coordinates: [...vertices] }));
    finish.ask(drawn, this.putAway).then(
      (saved) => saved && form.clear(),
      () => undefined,
    );
  }

  override cancel(): void {
    this.parts.form.clear();
  }

  get #format(): ListFormat {
    const { settings } = this.parts;
    const crs = settings.get('workingCrs');
    return {
      crs: canProject(crs) ? crs : 'EPSG:4326',
      parser: printerOf(this.parts.i18n, settings),
      metric: planeIn(settings.get('measureCRS')),
    };
  }

  #written(place: Position): string {
    const { crs } = this.#format;
    const digits = crsOf(crs)?.geographic ? DIGITS.degrees : DIGITS.metres;
    try {
      return printCoordinates(place, { crs, locale: this.parts.i18n.language, digits });
    } catch {
      // The position is outside the area of that CRS.
      return printCoordinates(place, { locale: this.parts.i18n.language, digits: DIGITS.degrees });
    }
  }

  /** The parameters of a traverse are stored with the object. */
  #surveyed(): Pick<FinishedPath, 'as'> {
    const { form, i18n, settings } = this.parts;
    if (this.kind !== 'traverse') return {};
    const { metric } = this.#format;
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
    return { as: { parameters, text: i18n.t(`shapes:${key}`, { value }) } };
  }

  #show(): void {
    const { form } = this.parts;
    if (!form.typed) return;
    this.#made = listed(form.typed, this.#format);
    const { vertices } = this.#made;
    const path = { vertices, cursor: undefined, snap: undefined, heldTo: undefined };
    this.show(vertices.length > 0 ? pathSketch(path, form.becomes) : undefined, SLOT);
    form.showResult(this.#made);
    this.update();
  }

  protected override describe(): StateOfTool {
    const { form } = this.parts;
    const { vertices, problem, bad } = this.#made;
    const ready = vertices.length > 0 && !problem && bad.length === 0;
    return {
      hint: `shapes:hint.${ready ? 'ready' : this.kind}`,
      canComplete: ready,
      busy: form.rows !== '' || form.start !== '',
    };
  }
}
