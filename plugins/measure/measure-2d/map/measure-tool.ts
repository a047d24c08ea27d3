import { loadProjections } from '#core/geodesy';
import type { I18n } from '#core/i18n';
import type { Gesture } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { crossesItself, FigureSession, levelled } from '#core/sketch';
import type { Tool, ToolContext, ToolState } from '#core/tools';
import { metricOf } from '../model/basis.ts';
import { KINDS, type MeasureKind } from '../model/kinds.ts';
import { readoutOf } from '../model/measure-text.ts';
import type { Measure, Measures } from '../model/measures.ts';
import { textsOf } from '../model/texts.ts';
import { valuesOf } from '../model/values.ts';

/** Creates measurements of one kind; the settings say how many are kept. */
export class MeasureTool implements Tool {
  constructor(
    readonly kind: MeasureKind,
    readonly measures: Measures,
    readonly settings: Settings,
    readonly i18n: I18n,
  ) {}

  start(context: ToolContext): FigureSession<Measure> {
    const { kind, measures, settings, i18n } = this;
    // If loading fails, measurements are geodesic; the next activated tool tries again.
    loadProjections().catch(() => undefined);
    const hint = (when: string) => `measure-2d:hint.${kind}.${when}`;
    return new FigureSession(
      {
        context,
        kind: KINDS[kind].path,
        settings,
        i18n,
        metric: () => metricOf(measures.basis),
        hints: {
          get start() {
            return hint(kind === 'chainage' && !measures.line ? 'line' : 'start');
          },
          next: hint('next'),
          enough: hint('enough'),
        },
        refuses: (vertices) => this.#problem(vertices),
        finished: (vertices) => void measures.add(kind, vertices, settings.get('isSingleMeasurement')),
      },
      {
        rule: KINDS[kind],
        claims: kind === 'chainage' ? (gesture) => this.#chooseLine(context, gesture) : undefined,
        readout: (vertices) => this.#readout(vertices),
        basis: () => [measures.basis, measures.line, measures.plane],
        chosen: { is: () => measures.line !== undefined, clear: () => measures.chooseLine(undefined) },
      },
      measures,
      () => {
        if (!settings.get('preserveMeasure')) measures.clear();
      },
    );
  }

  #problem(vertices: readonly Position[]): string | undefined {
    const { kind, measures } = this;
    if (vertices.length < KINDS[kind].min) return `measure-2d:hint.${kind}.enough`;
    if (kind === 'area' && crossesItself(vertices)) return 'measure-2d:problem.crosses-itself';
    const [first] = valuesOf({ kind, vertices, basis: measures.basis, line: measures.line }, undefined);
    if (!first || Number.isFinite(first.amount)) return undefined;
    return kind === 'arc' ? 'measure-2d:problem.no-arc' : 'measure-2d:problem.no-value';
  }

  /** The first click of a chainage chooses the line under it. */
  #chooseLine({ view }: ToolContext, { pixel }: Gesture): boolean {
    if (this.measures.line) return false;
    for (const { object } of view.pick(pixel)) {
      if (object.location.type !== 'LineString') continue;
      const vertices = levelled(object.location.coordinates);
      this.measures.chooseLine({ typeName: object.typeName, vertices });
      break;
    }
    return true;
  }

  /** For distances and areas the readout of any path, and the height of the ground; for other kinds their own. */
  #readout(vertices: readonly Position[]): ToolState['readout'] {
    const { kind, measures } = this;
    const { basis, line } = measures;
    const texts = textsOf(this.i18n, this.settings, measures);
    if (kind === 'distance' || kind === 'area') return undefined;
    if (vertices.length < KINDS[kind].min || (kind === 'chainage' && !line)) return [];
    return readoutOf({ kind, vertices, basis, line }, texts);
  }
}
