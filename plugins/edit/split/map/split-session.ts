import type { MapObject } from '#core/document';
import type { I18n } from '#core/i18n';
import { ClickEcho, type Gesture, type Sketch } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { interpolate, type LineGeometry, nearestOnLine } from '#core/shapes';
import { CaptureSession, planeIn, printerOf } from '#core/sketch';
import type { ToolContext } from '#core/tools';
import type { Division } from '../edits/split.ts';
import { lengthBy, runsOf } from '../model/along.ts';
import { lineOf } from '../model/cut.ts';
import type { Splitting } from '../model/splitting.ts';

/** Slot of the sketch that marks a cut at a point. */
const SLOT = 'split';

/**
 * A click on a line splits it there; a path drawn across lines and polygons splits those. While a polygon is
 * selected, every click starts or continues a path, so that a path can start on a line.
 */
export class SplitSession extends CaptureSession {
  readonly #splitting: Splitting;
  readonly #echo = new ClickEcho();

  constructor(context: ToolContext, splitting: Splitting, settings: Settings, i18n: I18n) {
    let planned: Division[] = [];
    super({
      context,
      kind: 'line',
      settings,
      i18n,
      metric: () => planeIn(settings.get('measureCRS')),
      hints: {
        start: 'split:hint.start',
        next: 'split:hint.next',
        enough: 'split:hint.enough',
      },
      refuses: (path) => {
        const plan = splitting.along(context.project, path);
        if (typeof plan === 'string') return `split:problem.${plan}`;
        planned = plan;
        return undefined;
      },
      finished: () => splitting.perform(context.project, planned),
    });
    this.#splitting = splitting;
  }

  override gesture(gesture: Gesture): boolean {
    if (this.#echo.ignores(gesture)) return false;
    const line = this.path.vertices.length === 0 ? this.#lineUnder(gesture) : undefined;
    this.#mark(line, gesture);
    if (!line || gesture.kind !== 'click' || !gesture.position) return super.gesture(gesture);
    const { project } = this;
    const plan = this.#splitting.at(project, line.object.id, gesture.position);
    this.#echo.follow(gesture.pixel);
    this.#mark(undefined, gesture);
    if (typeof plan === 'string') this.refuse(`split:problem.${plan}`);
    else this.#splitting.perform(project, plan);
    return false;
  }

  #lineUnder(gesture: Gesture): { object: MapObject; line: LineGeometry } | undefined {
    const selected = this.#splitting.selected();
    if (!gesture.position || selected.some((object) => !lineOf(object))) return undefined;
    const under = this.pick(gesture).flatMap((object) => {
      const line = lineOf(object);
      return line && !this.#splitting.targets.isLockedOrHidden(object) ? [{ object, line }] : [];
    });
    return under.find(({ object }) => selected.includes(object)) ?? under[0];
  }

  /** Shows the position of the cut and the lengths of the parts. */
  #mark(under: { line: LineGeometry } | undefined, { position }: Gesture): void {
    this.show(under && position && this.#markOf(under.line, position), SLOT);
  }

  #markOf(line: LineGeometry, pointer: Position): Sketch {
    const { run, segment, position } = nearestOnLine(line, pointer);
    const way = runsOf(line)[run]!;
    const metric = this.request.metric();
    const print = printerOf(this.request.i18n, this.request.settings);
    const head = metric.length([...way.slice(0, segment + 1), position]);
    const whole = lengthBy(metric, { type: 'LineString', coordinates: way });
    return {
      shapes: [],
      handles: [{ position, role: 'active' }],
      labels: [
        { position: interpolate(way[segment]!, position, 0.5), text: print.length(head) },
        { position: interpolate(position, way[segment + 1]!, 0.5), text: print.length(whole - head) },
      ],
    };
  }
}
