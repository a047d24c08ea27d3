import type { I18n } from '#core/i18n';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { CaptureSession, crossesItself, planeIn, type PathKind } from '#core/sketch';
import type { Tool, ToolContext } from '#core/tools';
import type { FinishDraw } from '../model/finish-draw.ts';

/** Draws points, lines or polygons; each finished path opens the modal and becomes an object. */
export class DrawTool implements Tool {
  constructor(
    readonly kind: PathKind,
    readonly finish: FinishDraw,
    readonly settings: Settings,
    readonly i18n: I18n,
  ) {}

  start(context: ToolContext): CaptureSession {
    const { kind } = this;
    return new CaptureSession({
      context,
      kind,
      drafts: true,
      settings: this.settings,
      i18n: this.i18n,
      metric: () => planeIn(this.settings.get('measureCRS')),
      hints: {
        start: `draw:hint.${kind}.start`,
        next: `draw:hint.${kind}.next`,
        enough: `draw:hint.${kind}.enough`,
        waiting: 'draw:hint.waiting',
      },
      refuses: (vertices) =>
        kind === 'ring' && crossesItself(vertices) ? 'draw:problem.crosses-itself' : undefined,
      finished: (vertices, putAway) => this.#ask(context, vertices, putAway),
    });
  }

  #ask({ view, project }: ToolContext, vertices: Position[], putAway: AbortSignal): Promise<boolean> {
    const path = { project, kind: this.kind, vertices };
    if (!view.exact) return this.finish.ask(path, putAway);
    return view
      .exact(vertices)
      .then((exact) => (putAway.aborted ? false : this.finish.ask({ ...path, ...exact }, putAway)));
  }
}
