import type { I18n } from '#core/i18n';
import type { Gesture } from '#core/mapview';
import type { Panels } from '#core/plugin';
import { BaseToolSession, type StateOfTool, type Tool, type ToolContext } from '#core/tools';
import type { PanoramaView } from '../api.ts';
import type { PanoramaMarking } from '../model/marking.ts';

/** Draws arrows, lines and texts over the panorama. */
export class MarkTool implements Tool {
  constructor(
    readonly marking: PanoramaMarking,
    readonly panels: Panels,
    readonly i18n: I18n,
  ) {}

  start(context: ToolContext): MarkSession {
    // Texts that cannot be loaded show as keys.
    this.i18n.load('panorama').catch(() => undefined);
    return new MarkSession(context, this);
  }
}

class MarkSession extends BaseToolSession {
  readonly #marking: PanoramaMarking;

  constructor(context: ToolContext, { marking, panels }: MarkTool) {
    super(context);
    this.#marking = marking;
    panels.open('panorama.panel');
    if (!marking.kind) marking.choose('arrow');
    this.react(
      () => this.update(),
      () => [marking.points, marking.kind, marking.words, marking.marking?.canUndo],
    );
    this.lifetime.add(() => marking.choose(undefined));
  }

  protected describe(): StateOfTool {
    const { kind = 'arrow', points, words, draft, marking } = this.#marking;
    const step = kind === 'text' && words.trim() === '' ? 'words' : points.length > 0 ? `${kind}-to` : kind;
    return {
      hint: `panorama:hint.mark-${step}`,
      busy: points.length > 0,
      canComplete: kind === 'line' && draft !== undefined,
      canTakeBack: points.length > 0 || marking?.canUndo === true,
    };
  }

  override complete(): void {
    this.#marking.finish();
  }

  override cancel(): void {
    this.#marking.drop();
    super.cancel();
  }

  protected override takeBack(): boolean {
    return this.#marking.takeBack();
  }

  protected override onClick({ pixel }: Gesture): void {
    const place = (this.view as PanoramaView).pictureAt(pixel);
    if (!place) return this.refuse('panorama:hint.nothing');
    const refusal = this.#marking.point(place);
    if (refusal) this.refuse(`panorama:hint.mark-${refusal}`);
  }
}
