import type { I18n } from '#core/i18n';
import { sentenceOf } from '#core/kernel';
import type { Settings } from '#core/settings';
import { FigureSession, geodesic } from '#core/sketch';
import type { Toasts } from '#core/toasts';
import type { Tool, ToolContext } from '#core/tools';
import type { CloudFigure, CloudMeasures } from '../model/cloud-measures.ts';
import { KINDS, type CloudMeasureKind } from '../model/kinds.ts';

/** Measures on the stored points of a cloud. */
export class CloudMeasureTool implements Tool {
  constructor(
    readonly kind: CloudMeasureKind,
    readonly measures: CloudMeasures,
    readonly settings: Settings,
    readonly i18n: I18n,
    readonly toasts: Toasts,
  ) {}

  start(context: ToolContext): FigureSession<CloudFigure> {
    const { kind, measures, settings, i18n, toasts } = this;
    const rule = KINDS[kind];
    const several = rule.path === 'point' ? 'point' : rule.path === 'ring' ? 'ring' : 'line';
    return new FigureSession(
      {
        context,
        kind: rule.path,
        settings,
        i18n,
        metric: () => geodesic,
        hints: {
          start: `cloud-measure:hint.${kind}`,
          next: `cloud-measure:hint.${several}.next`,
          enough: `cloud-measure:hint.${several}.next`,
        },
        refuses: (vertices) =>
          vertices.length < rule.min ? `cloud-measure:hint.${several}.next` : undefined,
        finished: (vertices) => {
          try {
            measures.add(kind, vertices, settings.get('isSingleMeasurement'));
          } catch (failure) {
            toasts.show('error', sentenceOf(failure));
          }
        },
      },
      { rule },
      measures,
      () => {
        if (!settings.get('preserveMeasure')) measures.clear();
      },
    );
  }
}
