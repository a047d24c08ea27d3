import { isEqualJson, runsOf, type MapObject } from '#core/document';
import { projections$ } from '#core/geodesy';
import type { I18n } from '#core/i18n';
import { type Gesture, HANDLE_TOLERANCE, pixelDistance, type SketchShape } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { nearestOnEdge } from '#core/shapes';
import { areaLabel, planeIn, printerOf, type Metric } from '#core/sketch';
import { BaseToolSession, type StateOfTool, type ToolContext } from '#core/tools';
import type { Division } from '../edits/split.ts';
import type { AreaForm } from '../model/area-form.ts';
import { areaBy, cutForArea, type Areal, type CutDirection } from '../model/by-area.ts';
import type { Splitting } from '../model/splitting.ts';

export interface AreaSplitDependencies {
  readonly form: AreaForm;
  readonly splitting: Splitting;
  readonly settings: Settings;
  readonly i18n: I18n;
}

/**
 * Splits the selected polygon so that one part has the typed area: parallel to the clicked side, through the clicked
 * vertex, or with Shift through any position. The cut and the parts are previewed; Enter or the button applies it.
 */
export class AreaSplitSession extends BaseToolSession {
  #direction: CutDirection | undefined;
  /** The outline on which the direction of the cut was chosen. */
  #outline: Geometry | undefined;
  #hovered: CutDirection | undefined;
  #planned: Division[] | undefined;

  constructor(
    context: ToolContext,
    readonly parts: AreaSplitDependencies,
  ) {
    super(context);
    const { form, splitting, settings } = parts;
    form.begin(() => this.complete());
    this.lifetime.add(() => form.end());
    this.follow(
      () => {
        this.#hovered = undefined;
        // Changes of other objects, such as those of others, keep the choice.
        if (!isEqualJson(this.#polygon?.location, this.#outline)) this.#direction = undefined;
        this.#replan();
      },
      splitting.targets.selection.ids$,
      this.project.document.changes$,
    );
    this.follow(
      () => this.#replan(),
      settings.observe('measureCRS'),
      settings.observe('units'),
      projections$,
    );
    this.react(
      () => this.#replan(),
      () => [form.text, form.flipped],
    );
  }

  protected override onMove(gesture: Gesture): void {
    const direction = this.#directionAt(gesture);
    this.view.setCursor(direction || this.#under(gesture).length > 0 ? 'pointer' : undefined);
    this.#hovered = direction;
    this.#show();
  }

  protected override onClick(gesture: Gesture): void {
    const direction = this.#directionAt(gesture);
    const polygon = this.#polygon;
    if (direction) {
      this.#direction = direction;
      this.#outline = polygon?.location;
      this.#replan();
    } else {
      const { targets } = this.parts.splitting;
      targets.ask(this.#under(gesture), gesture, ({ id }) => targets.selection.set([id]));
    }
  }

  override complete(): void {
    if (!this.#planned) return;
    const { form, splitting } = this.parts;
    const planned = this.#planned;
    form.type('');
    splitting.perform(this.project, planned);
  }

  override cancel(): void {
    this.#direction = undefined;
    this.parts.form.type('');
    this.#replan();
  }

  get #metric(): Metric {
    return planeIn(this.parts.settings.get('measureCRS'));
  }

  get #polygon(): MapObject | undefined {
    const selected = this.parts.splitting.selected();
    return selected.length === 1 && isAreal(selected[0]!) ? selected[0] : undefined;
  }

  #under(gesture: Gesture): MapObject[] {
    const { targets } = this.parts.splitting;
    return this.pick(gesture).filter((object) => isAreal(object) && !targets.isLockedOrHidden(object));
  }

  /** Returns the vertex of the polygon under the pointer, or else the side; with Shift the exact position. */
  #directionAt({ pixel, pointer, position, shift }: Gesture): CutDirection | undefined {
    const polygon = this.#polygon;
    if (!polygon) return undefined;
    if (shift) return position && { through: position };
    const reach = HANDLE_TOLERANCE[pointer];
    let best: { distance: number; direction: CutDirection } | undefined;
    const offer = (distance: number, direction: CutDirection): void => {
      if (distance <= reach && (!best || distance < best.distance)) best = { distance, direction };
    };
    for (const { positions } of runsOf(polygon.location)) {
      const pixels = positions.map((position) => this.view.toPixel(position));
      for (let i = 0; i + 1 < positions.length; i++) {
        const [a, b] = [pixels[i], pixels[i + 1]];
        if (!a || !b) continue;
        // A vertex is on two sides: it is chosen if it is almost as near as they are.
        offer(pixelDistance(pixel, a) - reach / 2, { through: positions[i]! });
        offer(nearestOnEdge(pixel, a, b).distance, { along: [positions[i]!, positions[i + 1]!] });
      }
    }
    return best?.direction;
  }

  /** Plans again after the selection, the choice or the text has changed. */
  #replan(): void {
    const { form, splitting } = this.parts;
    const polygon = this.#polygon;
    this.#planned = undefined;
    if (!polygon) form.report(undefined, undefined);
    else {
      const location = polygon.location as Areal;
      const whole = areaBy(this.#metric, location);
      form.report({ whole, parts: [], chosen: this.#direction !== undefined }, undefined);
      if (this.#direction && form.requested !== undefined) {
        const cut = cutForArea(location, this.#direction, form.requested, this.#metric, form.flipped);
        const plan = typeof cut === 'string' ? cut : splitting.across(this.project, polygon, cut);
        if (typeof plan === 'string') form.report(form.summary, `split:problem.${plan}`);
        else {
          this.#planned = plan;
          form.report({ whole, parts: this.#partsOf(plan).map((part) => areaBy(this.#metric, part)), chosen: true }, undefined); // prettier-ignore
        }
      }
    }
    this.#show();
    this.update();
  }

  #partsOf(planned: readonly Division[]): Areal[] {
    return planned.flatMap(({ after }) => after.map(({ location }) => location as Areal));
  }

  #show(): void {
    const direction = this.#hovered ?? this.#direction;
    const shapes: SketchShape[] = [];
    const parts = this.#planned ? this.#partsOf(this.#planned) : [];
    for (const part of parts) shapes.push({ geometry: part, dashed: true });
    if (direction && 'along' in direction) shapes.push({ geometry: lineOf(direction.along) });
    const print = printerOf(this.parts.i18n, this.parts.settings);
    this.show({
      shapes,
      handles: direction && 'through' in direction ? [{ position: direction.through, role: 'active' }] : [],
      labels: parts.map((part) =>
        areaLabel(runsOf(part)[0]!.positions, print.area(areaBy(this.#metric, part))),
      ),
    });
  }

  protected override describe(): StateOfTool {
    const { form } = this.parts;
    const hint = !form.summary
      ? 'select'
      : !form.summary.chosen
        ? 'choose'
        : this.#planned
          ? 'ready'
          : 'type';
    return {
      hint:
        form.problem ??
        (form.summary
          ? `split:hint.area.${hint}`
          : this.parts.splitting.targets.reason(`split:hint.area.${hint}`)),
      canComplete: this.#planned !== undefined,
      busy: this.#direction !== undefined || form.text !== '',
    };
  }
}

function isAreal({ location }: MapObject): boolean {
  return location.type === 'Polygon' || location.type === 'MultiPolygon';
}

function lineOf(positions: readonly Position[]): Geometry {
  return { type: 'LineString', coordinates: [...positions] };
}
