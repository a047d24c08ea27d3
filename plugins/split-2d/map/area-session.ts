import { reaction } from 'mobx';
import { BehaviorSubject, merge } from 'rxjs';
import { runsOf, same, type MapObject } from '#core/document';
import { projections$ } from '#core/geodesy';
import type { I18n } from '#core/i18n';
import { Lifetime } from '#core/kernel';
import { nearestOnEdge, type Gesture, type Pixel, type Sketch } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { areaLabel, planeIn, printerOf, type Metric } from '#core/sketch';
import type { ToolContext, ToolSession, ToolState } from '#core/tools';
import type { Division } from '../edits/split.ts';
import type { AreaForm } from '../model/area-form.ts';
import { areaBy, cutForArea, type Areal, type CutWay } from '../model/by-area.ts';
import type { Splitting } from '../model/splitting.ts';

export interface AreaParts {
  readonly form: AreaForm;
  readonly splitting: Splitting;
  readonly settings: Settings;
  readonly i18n: I18n;
}

/** CSS pixels around a vertex or side within which it is meant. */
const REACH = { mouse: 10, pen: 12, touch: 22 };

/**
 * Splits the selected polygon so that a part has a typed area: parallel to the side that is clicked, or through the
 * vertex, or with Shift through any place. The cut and its parts are shown before; Enter or the button cuts.
 */
export class AreaSession implements ToolSession {
  readonly state$: BehaviorSubject<ToolState>;
  readonly #lifetime = new Lifetime();
  #way: CutWay | undefined;
  /** The outline that the way was chosen on. */
  #outline: Geometry | undefined;
  #hovered: CutWay | undefined;
  #planned: Division[] | undefined;

  constructor(
    readonly context: ToolContext,
    readonly parts: AreaParts,
  ) {
    const { form, splitting, settings } = parts;
    const { view, project } = context;
    form.begin(() => this.complete());
    this.state$ = new BehaviorSubject(this.#stateNow());
    this.#lifetime.add(() => view.setCursor(undefined));
    this.#lifetime.add(() => view.show(undefined));
    this.#lifetime.add(() => form.end());
    this.#lifetime.add(
      merge(splitting.selection.ids$, project.document.changes$).subscribe(() => {
        this.#hovered = undefined;
        // Changes elsewhere, like a colleague's, leave what was chosen.
        if (!same(this.#polygon?.location, this.#outline)) this.#way = undefined;
        this.#look();
      }),
    );
    this.#lifetime.add(merge(settings.observe('measureCRS'), projections$).subscribe(() => this.#look()));
    this.#lifetime.add(
      reaction(
        () => [form.text, form.flipped],
        () => this.#look(),
      ),
    );
  }

  get state(): ToolState {
    return this.state$.value;
  }

  gesture(gesture: Gesture): boolean {
    const { view } = this.context;
    if (gesture.kind === 'context') this.complete();
    if (gesture.kind !== 'move' && gesture.kind !== 'click') return false;
    const polygon = this.#polygon;
    const way = polygon && this.#wayAt(polygon.location as Areal, gesture);
    if (gesture.kind === 'move') {
      view.setCursor(way || this.#under(gesture) ? 'pointer' : undefined);
      this.#hovered = way;
      this.#show();
    } else if (way) {
      this.#way = way;
      this.#outline = polygon.location;
      this.#look();
    } else {
      const other = this.#under(gesture);
      if (other && other !== polygon) this.parts.splitting.selection.set([other.id]);
    }
    return false;
  }

  complete(): void {
    if (!this.#planned) return;
    const { form, splitting } = this.parts;
    const planned = this.#planned;
    form.type('');
    splitting.perform(this.context.project, planned);
  }

  cancel(): void {
    this.#way = undefined;
    this.parts.form.type('');
    this.#look();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  get #metric(): Metric {
    return planeIn(this.parts.settings.get('measureCRS'));
  }

  get #polygon(): MapObject | undefined {
    const selected = this.parts.splitting.selected(this.context.project);
    return selected.length === 1 && isAreal(selected[0]!) ? selected[0] : undefined;
  }

  #under({ pixel, pointer }: Gesture): MapObject | undefined {
    const hits = this.context.view.pick(pixel, REACH[pointer]);
    return hits.find(({ object }) => isAreal(object) && !this.parts.splitting.spared(object))?.object;
  }

  /** The vertex under the pointer, or else the side; with Shift the very place. */
  #wayAt(polygon: Areal, { pixel, pointer, position, shift }: Gesture): CutWay | undefined {
    if (shift) return position && { through: position };
    const { view } = this.context;
    let best: { distance: number; way: CutWay } | undefined;
    const offer = (distance: number, way: CutWay): void => {
      if (distance <= REACH[pointer] && (!best || distance < best.distance)) best = { distance, way };
    };
    for (const { positions } of runsOf(polygon)) {
      const pixels = positions.map((position) => view.toPixel(position));
      for (let i = 0; i + 1 < positions.length; i++) {
        const [a, b] = [pixels[i], pixels[i + 1]];
        if (!a || !b) continue;
        // A vertex is on two sides: it is meant where it is nearly as near as these.
        offer(apart(pixel, a) - REACH[pointer] / 2, { through: positions[i]! });
        offer(nearestOnEdge(pixel, a, b).distance, { along: [positions[i]!, positions[i + 1]!] });
      }
    }
    return best?.way;
  }

  /** Plans anew: what is selected, chosen or typed is another. */
  #look(): void {
    const { form, splitting } = this.parts;
    const polygon = this.#polygon;
    this.#planned = undefined;
    if (!polygon) form.tell(undefined, undefined);
    else {
      const location = polygon.location as Areal;
      const whole = areaBy(this.#metric, location);
      form.tell({ whole, parts: [], chosen: this.#way !== undefined }, undefined);
      if (this.#way && form.wanted !== undefined) {
        const cut = cutForArea(location, this.#way, form.wanted, this.#metric, form.flipped);
        const plan = typeof cut === 'string' ? cut : splitting.across(this.context.project, polygon, cut);
        if (typeof plan === 'string') form.tell(form.told, `split-2d:problem.${plan}`);
        else {
          this.#planned = plan;
          form.tell({ whole, parts: this.#partsOf(plan).map((part) => areaBy(this.#metric, part)), chosen: true }, undefined); // prettier-ignore
        }
      }
    }
    this.#show();
    this.state$.next(this.#stateNow());
  }

  #partsOf(planned: readonly Division[]): Areal[] {
    return planned.flatMap(({ after }) => after.map(({ location }) => location as Areal));
  }

  #show(): void {
    const way = this.#hovered ?? this.#way;
    const shapes: Sketch['shapes'][number][] = [];
    const parts = this.#planned ? this.#partsOf(this.#planned) : [];
    for (const part of parts) shapes.push({ geometry: part, dashed: true });
    if (way && 'along' in way) shapes.push({ geometry: lineOf(way.along) });
    const print = printerOf(this.parts.i18n, this.parts.settings);
    this.context.view.show({
      shapes,
      handles: way && 'through' in way ? [{ position: way.through, role: 'active' }] : [],
      labels: parts.map((part) =>
        areaLabel(runsOf(part)[0]!.positions, print.area(areaBy(this.#metric, part))),
      ),
    });
  }

  #stateNow(): ToolState {
    const { form } = this.parts;
    const hint = !form.told ? 'select' : !form.told.chosen ? 'choose' : this.#planned ? 'ready' : 'type';
    return {
      hint: form.problem ?? `split-2d:hint.area.${hint}`,
      canComplete: this.#planned !== undefined,
      busy: this.#way !== undefined || form.text !== '',
    };
  }
}

function isAreal({ location }: MapObject): boolean {
  return location.type === 'Polygon' || location.type === 'MultiPolygon';
}

function apart(a: Pixel, b: Pixel): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

function lineOf(positions: readonly Position[]): Geometry {
  return { type: 'LineString', coordinates: [...positions] };
}
