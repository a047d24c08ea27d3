import type { I18n } from '#core/i18n';
import type { Settings } from '#core/settings';
import { FigureSession, geodesic } from '#core/sketch';
import type { Tool, ToolContext } from '#core/tools';
import { KINDS, type SpaceMeasureKind } from '../model/kinds.ts';
import type { SpaceMeasure, SpaceMeasures } from '../model/measures.ts';

/** Creates 3D measurements of one kind; the settings say how many are kept. */
export class SpaceMeasureTool implements Tool {
  constructor(
    readonly kind: SpaceMeasureKind,
    readonly measures: SpaceMeasures,
    readonly settings: Settings,
    readonly i18n: I18n,
  ) {}

  start(context: ToolContext): FigureSession<SpaceMeasure> {
    const { kind, measures, settings, i18n } = this;
    const rule = KINDS[kind];
    return new FigureSession(
      {
        context,
        kind: rule.path,
        settings,
        i18n,
        metric: () => geodesic,
        hints: {
          start: `measure-3d:hint.${kind}.start`,
          next: `measure-3d:hint.${kind}.next`,
          enough: `measure-3d:hint.${kind}.enough`,
        },
        refuses: (vertices) => (vertices.length < rule.min ? `measure-3d:hint.${kind}.next` : undefined),
        finished: (vertices) => void measures.add(kind, vertices, settings.get('isSingleMeasurement')),
      },
      { rule },
      measures,
      () => {
        if (!settings.get('preserveMeasure')) measures.clear();
      },
    );
  }
}
