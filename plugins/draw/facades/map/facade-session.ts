import { closedRing, type Gesture } from '#core/mapview';
import type { Position } from '#core/protocol';
import { CaptureSession, liftedTo, planeIn, printerOf } from '#core/sketch';
import type { KeyGesture, StateOfTool, ToolContext } from '#core/tools';
import { wallsOver, type PositionWithHeight } from '../model/walls.ts';
import type { FacadeDependencies } from './dependencies.ts';

/**
 * Draws façades: the base line is drawn like any line; then the pointer, its snap or a typed value sets the height,
 * and a click or Enter creates a vertical polygon over each segment. Esc returns to the base line.
 */
export class FacadeSession extends CaptureSession {
  readonly #parts: FacadeDependencies;
  /** The drawn base line; undefined while it is being drawn. */
  #foot: readonly PositionWithHeight[] | undefined;
  #asking = false;

  constructor(context: ToolContext, parts: FacadeDependencies) {
    const { form, settings, i18n } = parts;
    super({
      context,
      settings,
      i18n,
      kind: 'line',
      metric: () => planeIn(settings.get('measureCRS')),
      hints: { start: 'facades:hint.start', next: 'facades:hint.next', enough: 'facades:hint.enough' },
      refuses: (vertices) => (this.#standing(vertices) ? undefined : 'facades:problem.no-height'),
      finished: (vertices) => this.#stand(this.#standing(vertices)),
    });
    this.#parts = parts;
    this.lifetime.add(() => this.#stand(undefined));
    this.react(
      () => this.refresh(),
      () => [form.height, form.problem],
    );
  }

  override gesture(gesture: Gesture): boolean {
    if (this.#asking) return false;
    if (!this.#foot) return super.gesture(gesture);
    const { kind } = gesture;
    if (kind === 'move' || kind === 'drag' || kind === 'click')
      this.#parts.form.point(this.#heightAt(gesture));
    if (kind === 'click' || kind === 'context') this.complete();
    return kind === 'down' || kind === 'drag' || kind === 'up';
  }

  override key(key: KeyGesture): boolean {
    if (!this.#foot) return super.key(key);
    const back = key.key === 'Backspace' || (key.ctrl && key.key.toLowerCase() === 'z');
    if (back) this.cancel();
    return back;
  }

  override complete(): void {
    if (!this.#foot) return super.complete();
    const { form } = this.#parts;
    if (this.#asking || form.height === undefined) return;
    void this.#ask(this.#foot, form.height);
  }

  override cancel(): void {
    if (this.#asking) return;
    const foot = this.#foot;
    if (!foot) return super.cancel();
    this.#stand(undefined);
    this.takeOver(foot.map((place): Position => [...place]));
  }

  /** The vertices with the ground height where they have none; undefined where that is unknown. */
  #standing(vertices: readonly Position[]): readonly PositionWithHeight[] | undefined {
    const { view } = this;
    const foot = vertices.flatMap((place): PositionWithHeight[] => {
      const at = view.toPixel(place);
      const height = place[2] ?? (at && view.heightAt?.(at, place));
      return height === undefined ? [] : [[place[0], place[1], height]];
    });
    return foot.length === vertices.length ? foot : undefined;
  }

  #stand(foot: readonly PositionWithHeight[] | undefined): void {
    this.#foot = foot;
    this.#parts.form.stand(foot ? foot.length - 1 : 0, () => this.complete());
    this.refresh();
  }

  /** The height above the last vertex of the base line: of the snap, or of the pointer. */
  #heightAt(gesture: Gesture): number | undefined {
    const last = this.#foot!.at(-1)!;
    const placed = this.path.snapping.place(gesture);
    const snapped = placed?.snap && placed.position[2];
    const height = snapped ?? liftedTo(this.view, [...last], gesture.pixel)?.position[2];
    return height === undefined || height === last[2] ? undefined : height - last[2];
  }

  async #ask(foot: readonly PositionWithHeight[], height: number): Promise<void> {
    const [vertices, ...more] = wallsOver(foot, height);
    this.#asking = true;
    this.update();
    const { project } = this;
    const saved = await this.#parts.finish
      .ask({ project, kind: 'ring', vertices: vertices!, more }, this.putAway)
      .catch(() => false);
    this.#asking = false;
    if (saved) this.#stand(undefined);
    else this.refresh();
  }

  /** The walls over the base line; before that, the path. */
  override refresh(): void {
    const foot = this.#foot;
    if (!foot) return super.refresh();
    const { height } = this.#parts.form;
    const line = foot.map((place): Position => [...place]);
    const walls = height === undefined ? [] : wallsOver(foot, height);
    this.show({
      shapes: [
        { geometry: { type: 'LineString', coordinates: line } },
        ...walls.map((wall) => ({
          geometry: { type: 'Polygon' as const, coordinates: [closedRing(wall)] },
        })),
      ],
      handles: line.map((position) => ({ position, role: 'vertex' as const })),
    });
    this.update();
  }

  protected override describe(): StateOfTool {
    if (!this.#foot) return super.describe();
    const { form, settings, i18n } = this.#parts;
    const { height } = form;
    const label = i18n.t('facades:field.height');
    return {
      hint: form.problem ?? (this.#asking ? 'facades:hint.waiting' : 'facades:hint.height'),
      readout: height === undefined ? [] : [{ label, value: printerOf(i18n, settings).length(height) }],
      canComplete: !this.#asking && height !== undefined,
      canTakeBack: !this.#asking,
      busy: !this.#asking,
    };
  }
}
