import type { MapObject } from '#core/document';
import { ClickEcho, type Gesture } from '#core/mapview';
import type { Position } from '#core/protocol';
import { CaptureSession, planeIn } from '#core/sketch';
import type { ToolContext } from '#core/tools';
import { perform, plan, type TransformPlan } from '../model/apply.ts';
import { mirrored, moved, withHeights, type VertexTransform } from '../model/transforms.ts';
import { Ghost, heightsOf } from './ghost.ts';
import type { TransformDependencies } from './dependencies.ts';

/**
 * Moves objects from the first point to the second, or mirrors them at the line between both. The points are captured
 * as a path, so that snapping and typed values work in the same way; the second point completes it. Ctrl with the
 * second point keeps the originals.
 */
export class TwoPointSession extends CaptureSession {
  readonly #parts: TransformDependencies;
  readonly #kind: 'shift' | 'mirror';
  readonly #ghost: Ghost;
  #objects: readonly MapObject[] = [];
  #plan: TransformPlan | undefined;
  #count = 0;
  #ctrl = false;
  readonly #echo = new ClickEcho();

  constructor(kind: 'shift' | 'mirror', context: ToolContext, parts: TransformDependencies) {
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
            ? `transform:hint.${kind}.0`
            : targets.reason('transform:hint.select');
        },
        next: `transform:hint.${kind}.1`,
        enough: `transform:hint.${kind}.1`,
      },
      refuses: (points) => this.#refusal(points),
      finished: () => this.#perform(),
    });
    this.#parts = parts;
    this.#kind = kind;
    this.#ghost = new Ghost(this.view, (objects) => this.preview(objects));
    form.begin(kind, settings.get('units').angleUnit, () => this.complete());
    this.lifetime.add(() => form.end());
    this.lifetime.add(() => this.#ghost.hide());
    this.follow(() => this.#replan(), targets.selection.ids$, this.project.document.changes$);
    this.react(
      () => this.#preview(),
      () => [form.keeps, form.rise],
    );
    this.follow(() => this.#follow(this.path.vertices.length), this.path.state$);
  }

  override gesture(gesture: Gesture): boolean {
    if (this.#echo.ignores(gesture)) return false;
    if (gesture.kind === 'click' && this.#objects.length === 0) {
      this.#choose(gesture);
      return false;
    }
    if (gesture.kind === 'move' || gesture.kind === 'click') this.#ctrl = gesture.ctrl;
    const begun = this.path.vertices.length === 1;
    super.gesture(gesture);
    if (gesture.kind === 'click' && begun) this.#echo.follow(gesture.pixel);
    this.#settle();
    return false;
  }

  #choose(gesture: Gesture): void {
    const { targets } = this.#parts;
    targets.choose(this.pick(gesture), gesture, gesture.shift);
    if (this.#objects.length === 0) this.refuse(targets.reason('transform:hint.select'));
  }

  #replan(): void {
    this.#objects = this.#parts.targets.objects;
    const hasHeights = heightsOf(this.#objects) !== undefined;
    this.#parts.form.report({ count: this.#objects.length, hasHeights });
    this.refresh();
  }

  #follow(count: number): void {
    const grew = count > this.#count;
    const changed = count !== this.#count;
    this.#count = count;
    // Moved objects are no snap targets; before that, the base point may snap to one of their vertices.
    if (changed && this.#kind === 'shift')
      this.path.snapping.ignore(count === 1 ? this.#objects.map(({ id }) => id) : []);
    // A typed second point comes without a gesture.
    if (grew && count >= 2) queueMicrotask(() => this.#settle());
    this.#preview();
  }

  /** The second point completes the tool. If it is refused, it is captured again. */
  #settle(): void {
    if (this.lifetime.closed || this.path.vertices.length < 2) return;
    this.complete();
    if (this.path.vertices.length >= 2) this.path.takeBack();
  }

  get #keeps(): boolean {
    return this.#parts.form.keeps !== this.#ctrl;
  }

  #preview(): void {
    const { vertices, cursor } = this.path.state;
    const [from, to] = cursor ? [...vertices, cursor] : vertices;
    if (!from || !to || vertices.length === 0 || this.#objects.length === 0 || this.#isIdle(from, to))
      this.#ghost.hide();
    else this.#ghost.show(this.#objects, this.#place(from, to), this.#kind === 'mirror', this.#keeps);
  }

  #place(from: Position, to: Position): VertexTransform {
    const metric = this.request.metric();
    if (this.#kind === 'mirror') return mirrored(metric, from, to);
    const rise = this.#rise(from, to);
    const place = moved(metric, from, to);
    return rise === 0 ? place : withHeights(place, (height) => height + rise);
  }

  /**
   * Height offset in metres: as typed, or else, on the globe and on points, the difference of the two points. The flat map keeps
   * heights.
   */
  #rise(from: Position, to: Position): number {
    const { rise } = this.#parts.form;
    if (rise !== undefined) return rise;
    const [low, high] = [from[2], to[2]];
    const known = this.view.kind !== '2d' && low !== undefined && high !== undefined;
    return known ? high - low : 0;
  }

  /** Returns whether nothing would change. */
  #isIdle(from: Position, to: Position): boolean {
    return same(from, to) && (this.#kind === 'mirror' || this.#rise(from, to) === 0);
  }

  #refusal([from, to]: readonly Position[]): string | undefined {
    if (this.#objects.length === 0) return this.#parts.targets.reason('transform:hint.select');
    if (!from || !to || this.#isIdle(from, to)) return 'transform:problem.same-place';
    const { project } = this;
    const planned = plan(project, this.#kind, this.#objects, this.#place(from, to), {
      keeps: this.#keeps,
    });
    if (typeof planned === 'string') return planned;
    this.#plan = planned;
    return undefined;
  }

  #perform(): void {
    this.#ghost.hide();
    if (this.#plan) perform(this.project, this.#parts, this.#plan);
  }
}

function same(a: Position, b: Position): boolean {
  return a[0] === b[0] && a[1] === b[1];
}
