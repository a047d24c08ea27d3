import type { I18n } from '#core/i18n';
import type { Gesture } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { CaptureSession, planeIn } from '#core/sketch';
import type { Tool, ToolContext, ToolSession } from '#core/tools';
import { cutHole, holeProblem, partAt } from '../edits/hole.ts';
import type { FinishDraw } from '../model/finish-draw.ts';

interface HoleTarget {
  readonly id: string;
  readonly part: number;
}

/**
 * Cuts a hole: the first vertex chooses the polygon that contains it (the one drawn last is preferred), the ring is
 * drawn like any other and becomes a hole at once.
 */
export class HoleTool implements Tool {
  constructor(
    readonly finish: FinishDraw,
    readonly settings: Settings,
    readonly i18n: I18n,
  ) {}

  start(context: ToolContext): ToolSession {
    const { view, project } = context;
    const { document, history } = project;
    const { finish } = this;

    const targetAt = (gesture: Gesture): HoleTarget | undefined => {
      const place = gesture.position;
      if (!place) return undefined;
      const hits = view.pick(gesture.pixel).map(({ object }) => object);
      const drawn = finish.lastId === undefined ? undefined : document.get(finish.lastId);
      const candidates = drawn && hits.includes(drawn) ? [drawn, ...hits] : hits;
      for (const object of candidates) {
        const part = partAt(object, place);
        if (part !== undefined) return { id: object.id, part };
      }
      return undefined;
    };

    let target: HoleTarget | undefined;
    const cut = (ring: readonly Position[]): boolean => {
      const object = target && document.get(target.id);
      if (!target || !object) return false;
      const done = history.perform(cutHole(target.id, target.part, ring), {
        label: 'draw:step.hole',
        code: 'hole',
      });
      target = undefined;
      return done;
    };

    return new DrawHoleSession(
      {
        context,
        kind: 'ring',
        drafts: true,
        settings: this.settings,
        i18n: this.i18n,
        metric: () => planeIn(this.settings.get('measureCRS')),
        hints: {
          start: 'draw:hint.hole.start',
          next: 'draw:hint.hole.next',
          enough: 'draw:hint.hole.enough',
        },
        refuses: (ring) => {
          const object = target && document.get(target.id);
          const problem = object && holeProblem(object, target!.part, ring);
          if (!object) return 'draw:problem.hole.gone';
          return problem && `draw:problem.${problem}`;
        },
        finished: (ring) => cut(ring),
      },
      (gesture) => {
        target = targetAt(gesture);
        return target !== undefined;
      },
    );
  }
}

/** A capture whose first vertex must lie in a polygon. */
class DrawHoleSession extends CaptureSession {
  readonly #begins: (gesture: Gesture) => boolean;

  constructor(
    request: ConstructorParameters<typeof CaptureSession>[0],
    begins: (gesture: Gesture) => boolean,
  ) {
    super(request);
    this.#begins = begins;
  }

  override gesture(gesture: Gesture): boolean {
    const first = gesture.kind === 'click' && this.path.vertices.length === 0;
    if (first && !this.#begins(gesture)) {
      this.refuse('draw:problem.hole.no-polygon');
      return false;
    }
    return super.gesture(gesture);
  }
}
