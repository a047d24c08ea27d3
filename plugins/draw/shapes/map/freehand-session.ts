import { closedRing, HANDLE_TOLERANCE, pixelDistance, type Gesture, type Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import { simplified } from '#core/shapes';
import { crossesItself, planeIn, printerOf } from '#core/sketch';
import {
  BaseToolSession,
  DragByClicks,
  type StateOfTool,
  type ToolContext,
  type ToolState,
} from '#core/tools';
import type { ShapeDependencies } from './dependencies.ts';

/** Minimum distance between two recorded points, CSS pixels. */
const APART = 2;
/** Maximum points of one stroke, about an hour of drawing. Further points are ignored. */
const MAX_POINTS = 20_000;

interface Stroke {
  readonly pixels: Pixel[];
  readonly places: Position[];
}

const NOTHING = (): Stroke => ({ pixels: [], places: [] });

/** Draws with the button held down, or by keys; if released where it began, the line becomes a polygon. */
export class FreehandSession extends BaseToolSession {
  readonly #hand = new DragByClicks();
  #stroke = NOTHING();
  #closes = false;
  #asking = false;

  constructor(
    context: ToolContext,
    readonly parts: ShapeDependencies,
  ) {
    super(context);
    // Without translations, keys are shown.
    parts.i18n.load('sketch').catch(() => undefined);
    this.view.setCursor('crosshair');
    this.lifetime.add(() => (this.#stroke = NOTHING()));
  }

  override gesture(gesture: Gesture): boolean {
    return this.#asking ? false : super.gesture(this.#hand.read(gesture));
  }

  override cancel(): void {
    this.#hand.drop();
    this.#stroke = NOTHING();
    this.#show();
  }

  protected override onDown(gesture: Gesture): boolean {
    this.#stroke = NOTHING();
    this.#take(gesture);
    return true;
  }

  protected override onDrag(gesture: Gesture): void {
    this.#take(gesture);
  }

  #take(gesture: Gesture): void {
    const { pixels, places } = this.#stroke;
    const last = pixels.at(-1);
    const { pixel } = gesture;
    const place = gesture.snap ? this.view.toPosition(pixel) : gesture.position;
    const isNear = last && pixelDistance(last, pixel) < APART;
    if (!place || isNear || pixels.length >= MAX_POINTS) return;
    // Cancelled meanwhile.
    if (gesture.kind !== 'down' && pixels.length === 0) return;
    pixels.push(pixel);
    places.push([place[0], place[1]]);
    this.#closes = this.#isBack(gesture);
    this.#show();
  }

  /** Whether the pointer returned to the start after having left it. */
  #isBack({ pixel, pointer }: Gesture): boolean {
    const { pixels } = this.#stroke;
    const [first] = pixels;
    if (!first) return false;
    const reach = HANDLE_TOLERANCE[pointer];
    return pixelDistance(first, pixel) <= reach && pixels.some((at) => pixelDistance(first, at) > 2 * reach);
  }

  protected override onUp(gesture: Gesture): void {
    this.#take(gesture);
    const { pixels, places } = this.#stroke;
    this.#closes = this.#isBack(gesture);
    const simplifiedPlaces = simplified(pixels, this.parts.options.tolerance).map((i) => places[i]!);
    // A polygon closes by itself: the point of release is its first vertex.
    const vertices = this.#closes ? simplifiedPlaces.slice(0, -1) : simplifiedPlaces;
    if (vertices.length < (this.#closes ? 3 : 2)) return this.#giveUp('problem.short');
    if (this.#closes && crossesItself(vertices)) return this.#giveUp('problem.crosses-itself');
    void this.#ask(vertices);
  }

  #giveUp(problem: string): void {
    this.cancel();
    this.refuse(`shapes:${problem}`);
  }

  async #ask(vertices: readonly Position[]): Promise<void> {
    const kind = this.#closes ? 'ring' : 'line';
    const { project } = this;
    this.#asking = true;
    this.#stroke = { pixels: [], places: [...vertices] };
    this.#show();
    try {
      // A stroke cannot be gone on with: it is lost with a modal that cannot be loaded.
      await this.parts.finish.ask({ project, kind, vertices }, this.putAway).catch(() => false);
    } finally {
      this.#asking = false;
      this.cancel();
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
    this.show({ shapes, handles });
    this.update();
  }

  protected override describe(): StateOfTool {
    const drawing = this.#stroke.places.length > 0;
    const hint = this.#asking
      ? 'waiting'
      : !drawing
        ? 'freehand.0'
        : this.#closes
          ? 'freehand.2'
          : 'freehand.1';
    return {
      hint: `shapes:hint.${hint}`,
      hintValues: { count: this.parts.options.tolerance },
      readout: this.#asking ? [] : this.#readout(),
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
