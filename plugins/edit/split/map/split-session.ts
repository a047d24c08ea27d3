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
    const lines = this.path.vertices.length === 0 ? this.#linesUnder(gesture) : [];
    const { position } = gesture;
    const isCut = lines.length > 0 && gesture.kind === 'click' && position !== undefined;
    this.#mark(isCut ? undefined : lines[0], gesture);
    if (!isCut) return super.gesture(gesture);
    this.#splitting.targets.ask(lines, gesture, ({ id }) => {
      if (!this.lifetime.closed) this.#cut(id, position, gesture);
    });
    return false;
  }

  #cut(id: string, position: Position, { pixel }: Gesture): void {
    const plan = this.#splitting.at(this.project, id, position);
    this.#echo.follow(pixel);
    if (typeof plan === 'string') this.refuse(`split:problem.${plan}`);
    else this.#splitting.perform(this.project, plan);
  }

  /** The lines at the pointer, the selected ones first: several where they cannot be told apart. */
  #linesUnder(gesture: Gesture): MapObject[] {
    const selected = this.#splitting.selected();
    if (!gesture.position || selected.some((object) => !lineOf(object))) return [];
    const { targets } = this.#splitting;
    const isLine = (object: MapObject) => lineOf(object) !== undefined && !targets.isLockedOrHidden(object);
    const chosen = this.pickNearest(gesture, (object) => selected.includes(object));
    return chosen.length > 0 ? chosen : this.pickNearest(gesture, isLine);
  }

  /** Shows the position of the cut and the lengths of the parts. */
  #mark(object: MapObject | undefined, { position }: Gesture): void {
    const line = object && lineOf(object);
    this.show(line && position && this.#markOf(line, position), SLOT);
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
