import type { I18n } from '#core/i18n';
import type { Gesture } from '#core/mapview';
import type { Panels } from '#core/plugin';
import { BaseToolSession, type StateOfTool, type Tool, type ToolContext } from '#core/tools';
import type { PanoramaView } from '../api.ts';
import type { Measuring } from '../model/measuring.ts';

/** Measures points by looking at them from two or more panoramas. */
export class MeasureTool implements Tool {
  constructor(
    readonly measuring: Measuring,
    readonly panels: Panels,
    readonly i18n: I18n,
  ) {}

  start(context: ToolContext): MeasureSession {
    // Texts that cannot be loaded show as keys.
    this.i18n.load('panorama').catch(() => undefined);
    return new MeasureSession(context, this);
  }
}

class MeasureSession extends BaseToolSession {
  readonly #tool: MeasureTool;

  constructor(context: ToolContext, tool: MeasureTool) {
    super(context);
    this.#tool = tool;
    tool.panels.open('panorama.panel');
    this.react(
      () => this.update(),
      () => [tool.measuring.sights, tool.measuring.points],
    );
  }

  protected describe(): StateOfTool {
    const { sights, points, found } = this.#tool.measuring;
    const isFound = typeof found !== 'string';
    const step = sights.length === 0 ? 'first' : isFound ? 'more' : sights.length === 1 ? 'second' : found;
    return {
      hint: `panorama:hint.${step}`,
      busy: sights.length > 0,
      canComplete: isFound,
      canTakeBack: sights.length + points.length > 0,
    };
  }

  override complete(): void {
    this.#tool.measuring.keep();
  }

  override cancel(): void {
    this.#tool.measuring.dropSights();
    super.cancel();
  }

  protected override takeBack(): boolean {
    return this.#tool.measuring.takeBack();
  }

  protected override onClick({ pixel }: Gesture): void {
    const seen = (this.view as PanoramaView).rayAt(pixel);
    if (!seen) return this.refuse('panorama:hint.nothing');
    if (seen.place.heading === null) return this.refuse('panorama:hint.unturned');
    this.#tool.measuring.sight(seen.place, seen.direction);
  }
}
