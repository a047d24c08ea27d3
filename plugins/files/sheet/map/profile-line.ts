import type { I18n } from '#core/i18n';
import type { Panels } from '#core/plugin';
import type { Settings } from '#core/settings';
import { CaptureSession, planeIn } from '#core/sketch';
import type { Tool, ToolContext } from '#core/tools';
import type { SheetDesk } from '../model/sheet-desk.ts';

/** Draws the line of the profile in the active frame; where that is a map, of one in a frame of its own. */
export class ProfileLine implements Tool {
  constructor(
    readonly desk: SheetDesk,
    readonly panels: Pick<Panels, 'open'>,
    readonly settings: Settings,
    readonly i18n: I18n,
  ) {}

  start(context: ToolContext): CaptureSession {
    this.panels.open('sheet.panel');
    return new CaptureSession({
      context,
      kind: 'line',
      settings: this.settings,
      i18n: this.i18n,
      metric: () => planeIn(this.settings.get('measureCRS')),
      hints: {
        start: 'sheet:hint.line.start',
        next: 'sheet:hint.line.next',
        enough: 'sheet:hint.line.enough',
      },
      finished: (vertices) => this.desk.setProfileLine({ positions: vertices.map(([x, y]) => [x, y]) }),
    });
  }
}
