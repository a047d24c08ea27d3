import { BehaviorSubject } from 'rxjs';
import { closedRing, type Gesture, type Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import { simplified } from '#core/shapes';
import { crossesItself, planeIn, printerOf } from '#core/sketch';
import { DragByClicks, type Tool, type ToolContext, type ToolSession, type ToolState } from '#core/tools';
import type { Parts } from './parts.ts';

/** CSS pixels from its beginning where letting go closes the line to an area. */
const CLOSING = { mouse: 10, pen: 12, touch: 22 };
/** CSS pixels between two points that are taken down. */
const APART = 2;
/** Points of one stroke: an hour of drawing. What comes after is not taken down. */
const MOST = 20_000;

interface Stroke {
  readonly pixels: Pixel[];
  readonly places: Position[];
}

const NOTHING = (): Stroke => ({ pixels: [], places: [] });

/** Draws with the button held down, or by keys; let go where it began, the line becomes the outline of an area. */
export class FreehandTool implements Tool {
  constructor(readonly parts: Parts) {}

  start(context: ToolContext): FreehandSession {
    return new FreehandSession(context, this.parts);
  }
}

export class FreehandSession implements ToolSession {
  readonly state$: BehaviorSubject<ToolState>;
  readonly #putAway = new AbortController();
  readonly #hand = new DragByClicks();
  #stroke = NOTHING();
  #closes = false;
  #asking = false;
  #problem: string | undefined;

  constructor(
    readonly context: ToolContext,
    readonly parts: Parts,
  ) {
    this.state$ = new BehaviorSubject(this.#state());
    // Texts that cannot be fetched show as keys.
    parts.i18n.load('sketch').catch(() => undefined);
    context.view.setCursor('crosshair');
  }

  get state(): ToolState {
    return this.state$.value;
  }

  gesture(told: Gesture): boolean {
    if (this.#asking) return false;
    const gesture = this.#hand.read(told);
    if (gesture.kind === 'down') {
      this.#problem = undefined;
      this.#stroke = NOTHING();
      this.#take(gesture);
      return true;
    }
    if (gesture.kind === 'drag') this.#take(gesture);
    else if (gesture.kind === 'up') this.#letGo(gesture);
    return false;
  }

  complete(): void {
    // A stroke is finished by letting go.
  }

  cancel(): void {
    this.#hand.drop();
    this.#stroke = NOTHING();
    this.#show();
  }

  dispose(): void {
    this.#putAway.abort();
    this.#stroke = NOTHING();
    this.context.view.setCursor(undefined);
    this.context.view.show(undefined);
  }

  #take(gesture: Gesture): void {
    const { pixels, places } = this.#stroke;
    const last = pixels.at(-1);
    const { pixel } = gesture;
    const place = gesture.snap ? this.context.view.toPosition(pixel) : gesture.position;
    const isNear = last && Math.hypot(last[0] - pixel[0], last[1] - pixel[1]) < APART;
    if (!place || isNear || pixels.length >= MOST) return;
    if (gesture.kind !== 'down' && pixels.length === 0) return; // Cancelled meanwhile.
    pixels.push(pixel);
    places.push([place[0], place[1]]);
    this.#closes = this.#isBack(gesture);
    this.#show();
  }

  /** Back where it began, after having been away. */
  #isBack({ pixel, pointer }: Gesture): boolean {
    const { pixels } = this.#stroke;
    const [first] = pixels;
    if (!first) return false;
    const away = ([x, y]: Pixel): number => Math.hypot(x - first[0], y - first[1]);
    return away(pixel) <= CLOSING[pointer] && pixels.some((at) => away(at) > 2 * CLOSING[pointer]);
  }

  #letGo(gesture: Gesture): void {
    this.#take(gesture);
    const { pixels, places } = this.#stroke;
    this.#closes = this.#isBack(gesture);
    const kept = simplified(pixels, this.parts.options.tolerance).map((i) => places[i]!);
    // An area closes by itself: where it was let go is its first vertex.
    const vertices = this.#closes ? kept.slice(0, -1) : kept;
    if (vertices.length < (this.#closes ? 3 : 2)) return this.#refuse('problem.short');
    if (this.#closes && crossesItself(vertices)) return this.#refuse('problem.crosses-itself');
    void this.#ask(vertices);
  }

  #refuse(problem: string): void {
    this.#problem = `shapes:${problem}`;
    this.cancel();
  }

  async #ask(vertices: readonly Position[]): Promise<void> {
    const kind = this.#closes ? 'ring' : 'line';
    const { project } = this.context;
    this.#asking = true;
    this.#stroke = { pixels: [], places: [...vertices] };
    this.#show();
    try {
      await this.parts.finish.ask({ project, kind, vertices }, this.#putAway.signal);
    } finally {
      this.#asking = false;
      if (!this.#putAway.signal.aborted) this.cancel();
    }
  }

  #show(): void {
    const { places } = this.#stroke;
    if (places.length === 0) this.#closes = false;
    const coordinates = this.#closes ? closedRing(places) : places;
    const isArea = this.#closes && coordinates.length >= 4;
    const shapes = isArea
      ? [{ geometry: { type: 'Polygon' as const, coordinates: [coordinates] } }]
      : places.length >= 2
        ? [{ geometry: { type: 'LineString' as const, coordinates: [...places] } }]
        : [];
    const handles = this.#asking ? places.map((position) => ({ position, role: 'vertex' as const })) : [];
    this.context.view.show({ shapes, handles });
    this.state$.next(this.#state());
  }

  #state(): ToolState {
    const drawing = this.#stroke.places.length > 0;
    const hint = this.#asking
      ? 'waiting'
      : !drawing
        ? 'freehand.0'
        : this.#closes
          ? 'freehand.2'
          : 'freehand.1';
    return {
      hint: this.#problem ?? `shapes:hint.${hint}`,
      hintValues: { count: this.parts.options.tolerance },
      readout: this.#asking ? [] : this.#readout(),
      canComplete: false,
      busy: drawing && !this.#asking,
    };
  }

  #readout(): NonNullable<ToolState['readout']> {
    const { places } = this.#stroke;
    if (places.length < 2) return [];
    const { i18n, settings } = this.parts;
    const metric = planeIn(settings.get('measureCRS'));
    const print = printerOf(i18n, settings);
    return [
      { label: i18n.t('sketch:readout.total'), value: print.length(metric.length(places)) },
      ...(this.#closes
        ? [{ label: i18n.t('sketch:readout.area'), value: print.area(metric.area(places)) }]
        : []),
      metric.crs
        ? { label: i18n.t('sketch:readout.plane'), value: metric.crs }
        : { label: i18n.t('shapes:readout.surface'), value: i18n.t('shapes:readout.geodesic') },
    ];
  }
}
