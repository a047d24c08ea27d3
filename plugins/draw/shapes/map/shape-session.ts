import { closedRing, type Gesture } from '#core/mapview';
import type { Position } from '#core/protocol';
import { CaptureSession, planeIn, printerOf, type Metric } from '#core/sketch';
import type { KeyGesture, StateOfTool, ToolContext, ToolState } from '#core/tools';
import type { OpenRing } from '../model/constructions.ts';
import type { Recipe } from '../model/recipes.ts';
import type { ShapeDependencies } from './dependencies.ts';

/** The slot of the shape, in addition to the points of the capture. */
const SLOT = 'shapes';
/** The hints of the shape replace those of the capture. */
const PLAIN = 'plain';

/**
 * Captures the points of a shape like a path, so that snapping, typed distances and coordinates work alike, previews
 * the shape, and finishes by itself with the last point.
 */
export class ShapeSession extends CaptureSession {
  #waiting: readonly Position[] | undefined;
  #count = 0;
  /** Whether a new point has not been checked yet. */
  #unchecked = false;

  constructor(
    readonly recipe: Recipe,
    context: ToolContext,
    readonly parts: ShapeDependencies,
  ) {
    super({
      context,
      kind: 'line',
      settings: parts.settings,
      i18n: parts.i18n,
      metric: () => this.metric,
      hints: { start: PLAIN, next: PLAIN, enough: PLAIN, waiting: 'shapes:hint.waiting' },
      refuses: (points) => this.#problem(points),
      finished: (points, putAway) => this.#ask(points, putAway),
    });
    this.follow(() => this.#grown(this.path.vertices.length), this.path.state$);
    this.react(
      () => this.refresh(),
      () => parts.options.sides,
    );
  }

  get metric(): Metric {
    return planeIn(this.parts.settings.get('measureCRS'));
  }

  override gesture(gesture: Gesture): boolean {
    const { length } = this.path.vertices;
    // The last click has finished the shape; the rest of a double click is ignored.
    if (gesture.kind === 'double') return false;
    if (gesture.kind === 'context' || (gesture.kind === 'click' && length >= this.recipe.points)) {
      this.complete();
      return false;
    }
    if (gesture.kind === 'move' && length >= this.recipe.points) return false;
    super.gesture(this.#guided(gesture));
    this.#afterPoint();
    return false;
  }

  override key(key: KeyGesture): boolean {
    const turn = key.key === 'PageUp' ? 1 : key.key === 'PageDown' ? -1 : 0;
    if (turn !== 0 && this.recipe.name === 'regular') {
      this.parts.options.setSides(this.parts.options.sides + turn);
      return true;
    }
    const used = super.key(key);
    this.#afterPoint();
    return used;
  }

  /** Also draws the shape that follows from the points. */
  override refresh(): void {
    const ring = this.#ring(this.#points);
    const shapes = ring ? [{ geometry: { type: 'Polygon' as const, coordinates: [closedRing(ring)] } }] : [];
    this.show(ring && { shapes }, SLOT);
    super.refresh();
  }

  /** The gesture moved to where the recipe requires it, unless values are typed. */
  #guided(gesture: Gesture): Gesture {
    const { guide, points } = this.recipe;
    const given = this.path.vertices;
    if (!guide || given.length !== points - 1 || (gesture.kind !== 'move' && gesture.kind !== 'click'))
      return gesture;
    const snaps = this.parts.settings.get('snapping') !== gesture.alt;
    const place = gesture.snap && !snaps ? this.view.toPosition(gesture.pixel) : gesture.position;
    const { snap: _, ...free } = gesture;
    return { ...free, shift: false, position: place && this.#put(given, place) };
  }

  #put(given: readonly Position[], place: Position): Position | undefined {
    const put = this.recipe.guide!(given, place, this.metric);
    return put.every(Number.isFinite) ? put : undefined;
  }

  #grown(count: number): void {
    const grew = count === this.#count + 1;
    this.#count = count;
    if (!grew) return;
    this.#unchecked = true;
    // Typed points come without a gesture.
    queueMicrotask(() => this.#afterPoint());
  }

  /** The last point finishes; after the second to last, the direction of a typed value is known. */
  #afterPoint(): void {
    if (!this.#unchecked || this.lifetime.closed) return;
    this.#unchecked = false;
    const { path } = this;
    const { points, guide } = this.recipe;
    if (path.vertices.length >= points) {
      this.complete();
      // Rejected: the last point is requested again.
      if (path.vertices.length >= points) path.takeBack();
    } else if (guide && path.vertices.length === points - 1) this.#lookAhead(path.vertices);
  }

  /** Points to the right of the last side until the pointer moves: a typed width needs a direction. */
  #lookAhead([a, b]: readonly Position[]): void {
    const { length, azimuth } = this.metric.segment(a!, b!);
    if (!(length > 0)) return;
    const position = this.metric.direct(b!, azimuth + 90, length / 2);
    const pixel = this.view.toPixel(position);
    const held = { shift: false, alt: false, ctrl: false };
    if (pixel) super.gesture({ kind: 'move', pixel, position, pointer: 'mouse', ...held });
  }

  #problem(points: readonly Position[]): string | undefined {
    if (points.length < this.recipe.points) return 'shapes:problem.points';
    return this.#ring(points) ? undefined : 'shapes:problem.no-shape';
  }

  async #ask(points: readonly Position[], putAway: AbortSignal): Promise<boolean> {
    const { recipe, metric, parts, project } = this;
    const vertices = this.#ring(points)!;
    const parameters = recipe.parameters?.(points, metric);
    const as = parameters && { parameters, text: this.#description(vertices, points) };
    this.#waiting = points;
    this.refresh();
    try {
      const drawn = { project, kind: 'ring' as const, vertices };
      return await parts.finish.ask(as ? { ...drawn, as } : drawn, putAway);
    } finally {
      this.#waiting = undefined;
      this.refresh();
    }
  }

  /** The text shown in the finish-draw modal. */
  #description(ring: OpenRing, points: readonly Position[]): string {
    const { i18n } = this.parts;
    const [value] = this.#values(ring, points);
    const surface = this.metric.crs ?? i18n.t('shapes:readout.geodesic');
    return i18n.t(`shapes:stored.${this.recipe.name}`, { value: value?.value ?? '', surface });
  }

  #ring(points: readonly Position[]): OpenRing | undefined {
    return points.length < this.recipe.points ? undefined : this.recipe.ring(points, this.metric);
  }

  /** The captured points and the one at the cursor. */
  get #points(): readonly Position[] {
    if (this.#waiting) return this.#waiting;
    const { vertices, cursor } = this.path.state;
    return cursor && vertices.length < this.recipe.points ? [...vertices, cursor] : vertices;
  }

  protected override describe(): StateOfTool {
    const state = super.describe();
    const { path } = this;
    const { name, points } = this.recipe;
    const given = path.vertices.length;
    const own = `shapes:hint.${name}.${Math.min(given, points - 1)}`;
    const ring = this.#ring(this.#points);
    return {
      ...state,
      hint: state.hint === PLAIN ? (given >= points ? 'shapes:hint.full' : own) : state.hint,
      hintValues: { count: this.parts.options.sides },
      readout: ring && !this.#waiting ? this.#readout(ring) : (state.readout ?? []),
      canComplete: state.canComplete === true && given >= points,
    };
  }

  #readout(ring: OpenRing): NonNullable<ToolState['readout']> {
    const { i18n, settings } = this.parts;
    const { metric } = this;
    const print = printerOf(i18n, settings);
    return [
      ...this.#values(ring, this.#points),
      { label: i18n.t('sketch:readout.area'), value: print.area(metric.area(ring)) },
      metric.crs
        ? { label: i18n.t('sketch:readout.plane'), value: metric.crs }
        : { label: i18n.t('shapes:readout.surface'), value: i18n.t('shapes:readout.geodesic') },
    ];
  }

  #values(ring: OpenRing, points: readonly Position[]): { label: string; value: string }[] {
    const { i18n, settings } = this.parts;
    const values = this.recipe.values(ring, points, this.metric, printerOf(i18n, settings));
    return values.map(([name, value]) => ({ label: i18n.t(`shapes:readout.${name}`), value }));
  }
}
