import { BehaviorSubject } from 'rxjs';
import { areaOf } from '#core/geodesy';
import { replace, type MapObject } from '#core/document';
import type { Gesture, Sketch } from '#core/mapview';
import type { Position } from '#core/protocol';
import { areaLabel, printerOf } from '#core/sketch';
import type { ToolContext, ToolSession, ToolState } from '#core/tools';
import { holeAt, withoutHoles } from '../model/whole.ts';
import type { AlongParts } from './along-session.ts';

interface Found {
  readonly object: MapObject;
  readonly hole: Position[];
}
type Fault = 'none' | 'several';

/** A click within a hole removes it, with its islands; what would be filled is shown before, with its area. */
export class HoleSession implements ToolSession {
  readonly state$ = new BehaviorSubject<ToolState>(stateOf(undefined));

  constructor(
    readonly context: ToolContext,
    readonly parts: AlongParts,
  ) {}

  get state(): ToolState {
    return this.state$.value;
  }

  gesture({ kind, pixel, position }: Gesture): boolean {
    const { view } = this.context;
    if (kind !== 'move' && kind !== 'click' && kind !== 'leave') return false;
    const found = kind !== 'leave' && position ? this.#holeAt(view.toPosition(pixel) ?? position) : 'none';
    const fault = typeof found === 'string' ? found : undefined;
    if (kind === 'click' && typeof found === 'object') this.#remove(found);
    const shown = kind === 'move' && typeof found === 'object' ? found : undefined;
    view.show(shown && this.#sketchOf(shown));
    view.setCursor(shown && 'pointer');
    this.state$.next(stateOf(kind === 'click' ? fault : undefined));
    return false;
  }

  complete(): void {
    // Each click is complete.
  }

  cancel(): void {
    this.context.view.show(undefined);
  }

  dispose(): void {
    this.cancel();
    this.context.view.setCursor(undefined);
  }

  /** Of the selected objects, or else the only one: a hole is often where another object lies, with holes of its own. */
  #holeAt(place: Position): Found | Fault {
    const { selection, isSpared } = this.parts;
    const [x, y] = place;
    const found = this.context.project.document.index.objects([x, y, x, y]).flatMap((object): Found[] => {
      const hole = isSpared(object) ? undefined : holeAt(object.location, place);
      return hole ? [{ object, hole }] : [];
    });
    const chosen = found.filter(({ object }) => selection.ids.includes(object.id));
    const [first, ...others] = chosen.length > 0 ? chosen : found;
    if (!first) return 'none';
    return others.length > 0 ? 'several' : first;
  }

  #remove({ object, hole }: Found): void {
    const location = withoutHoles(object.location, (ring) => ring === hole);
    this.context.project.history.perform(replace([object], [{ ...object, location }]), {
      label: 'reshape-2d:step.hole',
      code: 'hole',
    });
  }

  #sketchOf({ hole }: Found): Sketch {
    const { i18n, settings } = this.parts;
    const area = printerOf(i18n, settings).area(areaOf([hole]));
    return {
      shapes: [{ geometry: { type: 'Polygon', coordinates: [hole] }, dashed: true }],
      labels: [{ ...areaLabel(hole, area), aside: true }],
    };
  }
}

function stateOf(fault: Fault | undefined): ToolState {
  return {
    hint: fault ? `reshape-2d:hole.${fault}` : 'reshape-2d:hint.hole',
    canComplete: false,
    busy: false,
  };
}
