import { extentOf } from '#core/document';
import type { Gesture } from '#core/mapview';
import type { Position } from '#core/protocol';
import { CaptureSession, geodesic } from '#core/sketch';
import type { ToolContext } from '#core/tools';
import { combine, modeOf, type Mode } from '../model/combine.ts';
import { objectsIn } from '../model/found.ts';
import type { AreaSelectDependencies } from './dependencies.ts';

/** Selects with a polygon. Shift and Ctrl count at its first vertex; later they constrain directions. */
export class AreaSelectSession extends CaptureSession {
  readonly #parts: AreaSelectDependencies;
  #mode: Mode = 'set';

  constructor(context: ToolContext, parts: AreaSelectDependencies) {
    super({
      context,
      settings: parts.settings,
      i18n: parts.i18n,
      kind: 'ring',
      metric: () => geodesic,
      hints: {
        start: 'selection-tools:hint.area',
        next: 'selection-tools:hint.area.next',
        enough: 'selection-tools:hint.area.enough',
      },
      finished: (vertices) => this.#take(vertices),
    });
    this.#parts = parts;
    parts.how.begin('area');
    this.lifetime.add(() => parts.how.end());
  }

  override gesture(gesture: Gesture): boolean {
    if (gesture.kind === 'click' && this.path.vertices.length === 0)
      this.#mode = modeOf(gesture, this.#parts.how.mode);
    return super.gesture(gesture);
  }

  #take(vertices: readonly Position[]): void {
    const flat = vertices.map(([x, y]): Position => [x, y]);
    const area = { type: 'Polygon' as const, coordinates: [[...flat, flat[0]!]] };
    const { selection, finder, how, accepts } = this.#parts;
    const wholly = how.reach === 'wholly';
    const mode = this.#mode;
    const loaded = () => objectsIn(this.project.document, area, wholly, accepts);
    finder.find({ sought: { area, wholly }, extent: extentOf(area), loaded }, (ids) =>
      combine(selection, ids, mode),
    );
  }
}
