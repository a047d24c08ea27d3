import { distanceTo, HANDLE_TOLERANCE, type Gesture } from '#core/mapview';
import type { Position } from '#core/protocol';
import { CaptureSession, planeIn, type CaptureRequest } from '#core/sketch';
import type { Tool, ToolContext } from '#core/tools';
import { endsOf, extend, stillThere, type LineEnd } from '../edits/extend.ts';
import type { ShapeDependencies } from './dependencies.ts';

/** Continues an existing line: the first click chooses one of its ends, the next ones lengthen it. */
export class ContinueTool implements Tool {
  constructor(readonly parts: Pick<ShapeDependencies, 'settings' | 'i18n'>) {}

  start(context: ToolContext): CaptureSession {
    const { document, history } = context.project;
    const { settings, i18n } = this.parts;
    let held: LineEnd | undefined;
    return new ContinueSession(
      {
        context,
        kind: 'line',
        drafts: true,
        settings,
        i18n,
        metric: () => planeIn(settings.get('measureCRS')),
        hints: {
          start: 'shapes:hint.continue.0',
          next: 'shapes:hint.continue.1',
          enough: 'shapes:hint.continue.2',
        },
        refuses: ([first]) => {
          // A typed first vertex chooses no end.
          if (!held || !first || !samePlace(first, held.place)) return 'shapes:problem.no-end';
          return stillThere(document.get(held.id), held) ? undefined : 'shapes:problem.end-gone';
        },
        finished([, ...added]) {
          return history.perform(extend(held!, added), {
            label: 'shapes:step.continue',
            code: 'continue',
          });
        },
      },
      (end) => {
        held = end;
      },
    );
  }
}

function samePlace(a: Position, b: Position): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** A capture whose first vertex is the end of a line. */
class ContinueSession extends CaptureSession {
  readonly #hold: (end: LineEnd) => void;

  constructor(request: CaptureRequest, hold: (end: LineEnd) => void) {
    super(request);
    this.#hold = hold;
  }

  override gesture(gesture: Gesture): boolean {
    if (gesture.kind !== 'click' || this.path.vertices.length > 0) return super.gesture(gesture);
    const end = this.#endAt(gesture);
    if (!end) {
      this.refuse('shapes:problem.no-end');
      return false;
    }
    this.#hold(end);
    this.path.add(end.place);
    return false;
  }

  /** The end nearest to the pointer, of the editable lines. */
  #endAt({ pixel, pointer }: Gesture): LineEnd | undefined {
    const { view } = this;
    const reach = HANDLE_TOLERANCE[pointer];
    return view
      .pick(pixel, reach)
      .flatMap(({ object }) => endsOf(object))
      .map((end) => ({ end, distance: distanceTo(view, end.place, pixel) }))
      .filter(({ distance }) => distance <= reach)
      .sort((a, b) => a.distance - b.distance)[0]?.end;
  }
}
