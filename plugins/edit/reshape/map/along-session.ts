import { extentOf, type Change, type MapObject } from '#core/document';
import type { I18n } from '#core/i18n';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { reshapeAlong, type ReshapeReason } from '#core/shapes';
import { CaptureSession, planeIn } from '#core/sketch';
import type { ToolContext } from '#core/tools';
import type { EditTargets } from '#plugins/work/selection/api';

export interface AlongDependencies {
  readonly targets: EditTargets;
  readonly settings: Settings;
  readonly i18n: I18n;
}

/**
 * A path drawn along a line or outline replaces the part between its first and last crossing. Applies to all selected
 * objects that the path crosses; with none selected, to the only object that it crosses.
 */
export class AlongSession extends CaptureSession {
  constructor(context: ToolContext, { targets, settings, i18n }: AlongDependencies) {
    let changes: Change[] = [];
    const { project } = context;
    const { selection } = targets;
    super({
      context,
      kind: 'line',
      settings,
      i18n,
      metric: () => planeIn(settings.get('measureCRS')),
      hints: {
        start: 'reshape:hint.along.0',
        next: 'reshape:hint.along.1',
        enough: 'reshape:hint.along.2',
      },
      refuses: (path) => {
        if (selection.missing > 0) return targets.reason('reshape:along.several');
        const selected = selection.ids.flatMap((id) => project.document.get(id) ?? []);
        const extent = extentOf({ type: 'LineString', coordinates: [...path] });
        const candidates = selected.length > 0 ? selected : project.document.index.objects(extent);
        const planned = planOf(
          candidates.filter((object) => !targets.isLockedOrHidden(object)),
          path,
        );
        if (typeof planned === 'string') return `reshape:along.${planned}`;
        if (selected.length === 0 && planned.length > 1) return 'reshape:along.several';
        changes = planned;
        return undefined;
      },
      finished: () => {
        project.history.perform(() => changes, {
          label: 'reshape:step.along',
          values: { count: changes.length },
          code: 'reshape',
        });
        selection.set(changes.map(({ id }) => id));
      },
    });
  }
}

function planOf(objects: readonly MapObject[], path: readonly Position[]): Change[] | ReshapeReason {
  const changes: Change[] = [];
  let reason: ReshapeReason = 'misses';
  for (const before of objects) {
    const { location } = before;
    if (location.type === 'Point' || location.type === 'MultiPoint') continue;
    const outcome = reshapeAlong(location, path);
    if ('location' in outcome)
      changes.push({ id: before.id, before, after: { ...before, location: outcome.location } });
    else if (outcome.refused !== 'misses') reason = outcome.refused;
  }
  return changes.length > 0 ? changes : reason;
}
