import type { I18n } from '#core/i18n';
import type { Settings } from '#core/settings';
import { crossesItself } from '#core/sketch';
import type { Tool, ToolContext } from '#core/tools';
import type { MeasureKind, Measures } from '../model/measures.ts';
import { metricOf } from '../model/metric-of.ts';
import { MeasureSession } from './measure-session.ts';

/** Measures a distance or an area; each one stays as the settings say. */
export class MeasureTool implements Tool {
  constructor(
    readonly kind: MeasureKind,
    readonly measures: Measures,
    readonly settings: Settings,
    readonly i18n: I18n,
  ) {}

  start(context: ToolContext): MeasureSession {
    const { kind, measures, settings } = this;
    return new MeasureSession(
      {
        context,
        kind: kind === 'distance' ? 'line' : 'ring',
        settings,
        i18n: this.i18n,
        metric: () => metricOf(measures.crs),
        hints: {
          start: `measure-2d:hint.${kind}.start`,
          next: `measure-2d:hint.${kind}.next`,
          enough: `measure-2d:hint.${kind}.enough`,
        },
        refuses: (vertices) =>
          kind === 'area' && crossesItself(vertices) ? 'measure-2d:problem.crosses-itself' : undefined,
        finished: (vertices) => void measures.add(kind, vertices, settings.get('isSingleMeasurement')),
      },
      measures,
      () => {
        if (!settings.get('preserveMeasure')) measures.clear();
      },
    );
  }
}
