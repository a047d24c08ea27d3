import type { I18n } from '#core/i18n';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { CaptureSession, geodesic, planeIn } from '#core/sketch';
import type { Tool, ToolContext } from '#core/tools';

/** Draws the line of a profile, on any viewer. */
export class ProfileTool implements Tool {
  constructor(
    readonly drawn: (vertices: readonly Position[]) => void,
    readonly settings: Settings,
    readonly i18n: I18n,
  ) {}

  start(context: ToolContext): CaptureSession {
    return new CaptureSession({
      context,
      kind: 'line',
      settings: this.settings,
      i18n: this.i18n,
      metric: () => (context.view.localOf ? geodesic : planeIn(this.settings.get('measureCRS'))),
      hints: {
        start: 'cloud-profile:hint.start',
        next: 'cloud-profile:hint.next',
        enough: 'cloud-profile:hint.enough',
      },
      finished: (vertices) => this.drawn(vertices),
    });
  }
}
