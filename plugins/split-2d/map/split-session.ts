import type { MapObject } from '#core/document';
import type { I18n } from '#core/i18n';
import { between, type Gesture, type Pixel, type Sketch } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { nearestOnLine, type Line } from '#core/shapes';
import { CaptureSession, planeIn, printerOf } from '#core/sketch';
import type { ToolContext } from '#core/tools';
import type { Division } from '../edits/split.ts';
import { lengthBy, runsOf } from '../model/along.ts';
import { lineOf } from '../model/cut.ts';
import type { Splitting } from '../model/splitting.ts';

/** Where the marker of a cut at a point is shown. */
const SLOT = 'split-2d';
/** CSS pixels around a line within which it is meant. */
const REACH = { mouse: 6, pen: 8, touch: 16 };
/** CSS pixels within which the clicks after a cut are the rest of a double click. */
const SAME_PLACE = 8;

/**
 * A click on a line splits it there; a path drawn across lines and polygons splits those. While a polygon is selected,
 * every click begins or continues a path, so that one can begin on a line.
 */
export class SplitSession extends CaptureSession {
  readonly #splitting: Splitting;
  #cutAt: Pixel | undefined;

  constructor(context: ToolContext, splitting: Splitting, settings: Settings, i18n: I18n) {
    let planned: Division[] = [];
    super({
      context,
      kind: 'line',
      settings,
      i18n,
      metric: () => planeIn(settings.get('measureCRS')),
      hints: {
        start: 'split-2d:hint.start',
        next: 'split-2d:hint.next',
        enough: 'split-2d:hint.enough',
      },
      refuses: (path) => {
        const plan = splitting.along(context.project, path);
        if (typeof plan === 'string') return `split-2d:problem.${plan}`;
        planned = plan;
        return undefined;
      },
      finished: () => splitting.perform(context.project, planned),
    });
    this.#splitting = splitting;
  }

  override gesture(gesture: Gesture): boolean {
    if (this.#echoes(gesture)) return false;
    const line = this.path.vertices.length === 0 ? this.#lineUnder(gesture) : undefined;
    this.#mark(line, gesture);
    if (!line || gesture.kind !== 'click' || !gesture.position) return super.gesture(gesture);
    const { project } = this.request.context;
    const plan = this.#splitting.at(project, line.object.id, gesture.position);
    this.#cutAt = gesture.pixel;
    this.#mark(undefined, gesture);
    if (typeof plan === 'string') this.refuse(`split-2d:problem.${plan}`);
    else this.#splitting.perform(project, plan);
    return false;
  }

  override dispose(): void {
    this.request.context.view.show(undefined, SLOT);
    super.dispose();
  }

  #echoes({ kind, pixel }: Gesture): boolean {
    const at = this.#cutAt;
    if (!at || kind === 'leave') return false;
    const same = Math.hypot(at[0] - pixel[0], at[1] - pixel[1]) <= SAME_PLACE;
    if (!same) this.#cutAt = undefined;
    return same && kind !== 'move';
  }

  #lineUnder({ pixel, pointer, position }: Gesture): { object: MapObject; line: Line } | undefined {
    const { view, project } = this.request.context;
    const selected = this.#splitting.selected(project);
    if (!position || selected.some((object) => !lineOf(object))) return undefined;
    const under = view.pick(pixel, REACH[pointer]).flatMap(({ object }) => {
      const line = lineOf(object);
      return line && !this.#splitting.spared(object) ? [{ object, line }] : [];
    });
    return under.find(({ object }) => selected.includes(object)) ?? under[0];
  }

  /** Shows where a click would cut, and how long the parts would be. */
  #mark(under: { line: Line } | undefined, { position }: Gesture): void {
    const { view } = this.request.context;
    const shown = under && position && this.#markOf(under.line, position);
    view.show(shown, SLOT);
  }

  #markOf(line: Line, pointer: Position): Sketch {
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
        { position: between(way[segment]!, position, 0.5), text: print.length(head) },
        { position: between(position, way[segment + 1]!, 0.5), text: print.length(whole - head) },
      ],
    };
  }
}
