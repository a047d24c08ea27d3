import type { I18n } from '#core/i18n';
import { sentenceOf } from '#core/kernel';
import type { Gesture, MapView, Pixel } from '#core/mapview';
import type { Panels } from '#core/plugin';
import type { Position } from '#core/protocol';
import type { Toasts } from '#core/toasts';
import { BaseToolSession, type StateOfTool, type Tool, type ToolContext } from '#core/tools';
import type { CloudView, CloudViews } from '#plugins/cloud/point-cloud/api';
import type { Classifying } from '../model/classifying.ts';
import { lassoRegion } from '../model/lasso-region.ts';

/** CSS pixels between two corners of a lasso. */
const STEP = 5;
/** Places of the lasso at which the foremost point is looked for, along each side of its box. */
const SAMPLES = 6;

/** A lasso on the point cloud view: what it encloses gets the class chosen in the panel. */
export class LassoTool implements Tool {
  constructor(
    readonly classifying: Classifying,
    readonly views: CloudViews,
    readonly panels: Panels,
    readonly i18n: I18n,
    readonly toasts: Toasts,
  ) {}

  start(context: ToolContext): LassoSession {
    this.panels.open('cloud-classify.panel');
    return new LassoSession(context, this);
  }
}

class LassoSession extends BaseToolSession {
  readonly #tool: LassoTool;
  #ring: Pixel[] = [];
  #saving = false;

  constructor(context: ToolContext, tool: LassoTool) {
    super(context);
    this.#tool = tool;
    this.view.setCursor('crosshair');
    // Texts that cannot be loaded show as keys.
    tool.i18n.load('cloud-classify').catch(() => undefined);
  }

  protected override describe(): StateOfTool {
    return {
      hint: this.#saving ? 'cloud-classify:hint.saving' : 'cloud-classify:hint.lasso',
      busy: this.#ring !== undefined && this.#ring.length > 0,
    };
  }

  protected override onDown({ pixel }: Gesture): boolean {
    if (this.#saving) return true;
    this.#ring = [pixel];
    return true;
  }

  protected override onDrag({ pixel }: Gesture): void {
    const last = this.#ring.at(-1);
    if (!last || Math.hypot(pixel[0] - last[0], pixel[1] - last[1]) < STEP) return;
    this.#ring.push(pixel);
    this.#draw();
  }

  protected override onUp(): void {
    const ring = this.#ring;
    this.#ring = [];
    this.clear();
    if (ring.length >= 3) void this.#classify(ring);
    this.update();
  }

  override cancel(): void {
    this.#ring = [];
    super.cancel();
    this.update();
  }

  /** The lasso on what is seen: its corners at the places under them. */
  #draw(): void {
    const places = this.#ring.flatMap((pixel): Position[] => {
      const place = this.view.toPosition(pixel);
      return place ? [place] : [];
    });
    if (places.length < 3) return;
    this.show({ shapes: [{ geometry: { type: 'Polygon', coordinates: [[...places, places[0]!]] } }] });
    this.update();
  }

  async #classify(ring: readonly Pixel[]): Promise<void> {
    const { classifying, views, i18n, toasts } = this.#tool;
    const view = views.current;
    if (!view || (view as MapView) !== this.view) return;
    const far = classifying.depth === undefined ? undefined : farthest(view, ring, classifying.depth);
    if (classifying.depth !== undefined && far === undefined) {
      this.refuse('cloud-classify:hint.nothing');
      return;
    }
    this.#saving = true;
    this.update();
    try {
      const edit = await classifying.classify(lassoRegion(view, ring, far));
      if (edit)
        toasts.show(
          'success',
          i18n.t('cloud-classify:done', { count: edit.points, points: i18n.number(edit.points) }),
        );
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    } finally {
      this.#saving = false;
      if (!this.lifetime.closed) this.update();
    }
  }
}

/** Along the direction of the eye, units of the CRS; undefined where no point is seen in the lasso. */
function farthest(view: CloudView, ring: readonly Pixel[], depth: number): number | undefined {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const { at, direction } = view.eye;
  let nearest = Infinity;
  for (let i = 0; i < SAMPLES * SAMPLES; i++) {
    const pixel: Pixel = [
      left + ((right - left) * ((i % SAMPLES) + 0.5)) / SAMPLES,
      top + ((bottom - top) * (Math.floor(i / SAMPLES) + 0.5)) / SAMPLES,
    ];
    const point = isInside(pixel, ring) ? view.pointAt(pixel) : undefined;
    if (!point) continue;
    const along = point.coordinates.reduce((sum, value, n) => sum + (value - at[n]!) * direction[n]!, 0);
    nearest = Math.min(nearest, along);
  }
  return nearest === Infinity ? undefined : nearest + depth / view.unit;
}

function isInside([x, y]: Pixel, ring: readonly Pixel[]): boolean {
  let within = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [[ax, ay], [bx, by]] = [ring[i]!, ring[j]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}
