import type { MapObject } from '#core/document';
import { ClickEcho, type Gesture, type Sketch, type SketchShape } from '#core/mapview';
import type { Position } from '#core/protocol';
import { CaptureSession, planeIn } from '#core/sketch';
import type { ToolContext } from '#core/tools';
import { perform, plan, type TransformPlan } from '../model/apply.ts';
import { enlargedIn, type FitForm } from '../model/fit-form.ts';
import { Ghost } from './ghost.ts';
import type { TransformDependencies } from './dependencies.ts';

const SLOT = 'transform-fit';
const PAIR: SketchShape['style'] = { stroke: '#2563eb', width: 1.5, dash: [4, 4] };
const TARGET = { stroke: '#2563eb', width: 2, radius: 6, fill: '#ffffff' } as const;
const RESIDUAL = { stroke: '#dc2626', width: 3 } as const;

/**
 * Fits objects to points: a click on the drawing, then one where that point should be, and so on. The fit by least
 * squares is previewed with its residuals; completing applies it as one step.
 */
export class FitSession extends CaptureSession {
  readonly #parts: TransformDependencies;
  readonly #fit: FitForm;
  readonly #ghost: Ghost;
  readonly #echo = new ClickEcho();
  #objects: readonly MapObject[] = [];
  #plan: TransformPlan | undefined;

  constructor(context: ToolContext, parts: TransformDependencies, fit: FitForm) {
    const { settings, i18n, form, targets } = parts;
    super({
      context,
      settings,
      i18n,
      kind: 'line',
      metric: () => planeIn(settings.get('measureCRS')),
      hints: {
        get start() {
          return targets.objects.length > 0
            ? 'transform:hint.fit.from'
            : targets.reason('transform:hint.select');
        },
        next: 'transform:hint.fit.next',
        enough: 'transform:hint.fit.next',
      },
      refuses: (vertices) => this.#refusal(vertices),
      finished: () => this.#perform(),
    });
    this.#parts = parts;
    this.#fit = fit;
    this.#ghost = new Ghost(this.view, (objects) => this.preview(objects));
    form.begin('fit', settings.get('units').angleUnit, () => this.complete());
    fit.begin(this.request.metric());
    this.lifetime.add(() => form.end());
    this.lifetime.add(() => this.#hide());
    this.follow(() => this.#replan(), targets.selection.ids$, this.project.document.changes$);
    this.follow(() => this.#follow(), this.path.state$);
    this.react(
      () => this.#show(),
      () => [fit.method, fit.fitted, form.keeps],
    );
  }

  override gesture(gesture: Gesture): boolean {
    if (this.#echo.ignores(gesture)) return false;
    if (gesture.kind === 'click' && this.#objects.length === 0) {
      const { targets } = this.#parts;
      targets.choose(this.pick(gesture), gesture, gesture.shift);
      if (this.#objects.length === 0) this.refuse(targets.reason('transform:hint.select'));
      return false;
    }
    // Two clicks at one place are a pair that stays, and no end.
    if (gesture.kind === 'click') this.#echo.follow(gesture.pixel);
    return super.gesture(gesture);
  }

  /** The pairs are drawn instead of a line through all clicks. */
  protected override show(sketch: Sketch | undefined, slot?: string): void {
    const shapes = sketch?.shapes.filter(({ geometry }) => geometry.type !== 'LineString') ?? [];
    super.show(sketch && { ...sketch, shapes, labels: [] }, slot);
  }

  #replan(): void {
    this.#objects = this.#parts.targets.objects;
    this.#parts.form.report({ count: this.#objects.length });
    this.#show();
    this.refresh();
  }

  #follow(): void {
    const { vertices } = this.path;
    this.#fit.take(vertices, this.request.metric());
    // Where a point should be is not on the drawing itself.
    this.path.snapping.ignore(vertices.length % 2 === 1 ? this.#objects.map(({ id }) => id) : []);
    this.#show();
  }

  #show(): void {
    const { fitted, pairs } = this.#fit;
    if (fitted && this.#objects.length > 0)
      this.#ghost.show(this.#objects, fitted.place, fitted.flips, this.#parts.form.keeps);
    else this.#ghost.hide();
    const shapes: SketchShape[] = pairs.flatMap(({ from, to }) => [
      { geometry: { type: 'LineString', coordinates: [from, to] }, style: PAIR },
      { geometry: { type: 'Point', coordinates: to }, style: TARGET },
    ]);
    const { vertices, cursor } = this.path.state;
    const half = vertices.length % 2 === 1 ? vertices.at(-1) : undefined;
    if (half && cursor)
      shapes.push({ geometry: { type: 'LineString', coordinates: [half, cursor] }, style: PAIR });
    shapes.push(...this.#arrows());
    this.view.show(shapes.length > 0 ? { shapes } : undefined, SLOT);
  }

  /** From where the fit puts a point towards where it should be, enlarged. */
  #arrows(): SketchShape[] {
    const { fitted, pairs } = this.#fit;
    if (!fitted) return [];
    const metric = this.request.metric();
    const times = enlargedIn(this.#fit, metric);
    return pairs.flatMap(({ to }, i): SketchShape[] => {
      const [east, north] = fitted.residuals[i]!;
      const length = Math.hypot(east, north) * times;
      if (length < 1e-4) return [];
      const azimuth = (Math.atan2(east, north) * 180) / Math.PI;
      const tail: Position = metric.direct(to, azimuth + 180, length);
      const wing = (turn: number): Position => metric.direct(to, azimuth + 180 + turn, length / 4);
      return [
        { geometry: { type: 'LineString', coordinates: [tail, to] }, style: RESIDUAL },
        { geometry: { type: 'LineString', coordinates: [wing(25), to, wing(-25)] }, style: RESIDUAL },
      ];
    });
  }

  #refusal(vertices: readonly Position[]): string | undefined {
    this.#fit.take(vertices, this.request.metric());
    if (this.#objects.length === 0) return this.#parts.targets.reason('transform:hint.select');
    const { fitted, isHalf } = this.#fit;
    if (isHalf) return 'transform:problem.fit-half';
    if (!fitted) return 'transform:problem.fit-few';
    const planned = plan(this.project, 'fit', this.#objects, fitted.place, {
      keeps: this.#parts.form.keeps,
      flips: fitted.flips,
    });
    if (typeof planned === 'string') return planned;
    this.#plan = planned;
    return undefined;
  }

  #perform(): void {
    this.#fit.begin(this.request.metric());
    this.#hide();
    if (this.#plan) perform(this.project, this.#parts, this.#plan);
  }

  #hide(): void {
    this.#ghost.hide();
    this.view.show(undefined, SLOT);
  }
}
