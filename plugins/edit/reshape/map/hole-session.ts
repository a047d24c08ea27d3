import { areaOf } from '#core/geodesy';
import { replace, type MapObject } from '#core/document';
import type { Gesture, Sketch } from '#core/mapview';
import type { Position } from '#core/protocol';
import { areaLabel, printerOf } from '#core/sketch';
import { BaseToolSession, type StateOfTool, type ToolContext } from '#core/tools';
import { holeAt, withoutHoles } from '../model/whole.ts';
import type { AlongDependencies } from './along-session.ts';

interface HoleHit {
  readonly object: MapObject;
  readonly hole: Position[];
}
type HoleFault = 'none' | 'several';

/** A click in a hole removes it with its islands. The area that would be filled is previewed, with its size. */
export class FillHoleSession extends BaseToolSession {
  constructor(
    context: ToolContext,
    readonly parts: AlongDependencies,
  ) {
    super(context);
  }

  protected override onMove(gesture: Gesture): void {
    const found = this.#find(gesture);
    const shown = typeof found === 'object' ? found : undefined;
    this.show(shown && this.#sketchOf(shown));
    this.view.setCursor(shown && 'pointer');
    this.refuse(undefined);
  }

  protected override onClick(gesture: Gesture): void {
    const found = this.#find(gesture);
    this.onLeave();
    if (typeof found === 'object') this.#remove(found);
    else this.refuse(`reshape:hole.${found}`);
  }

  protected override onLeave(): void {
    this.show(undefined);
    this.view.setCursor(undefined);
    this.update();
  }

  protected override describe(): StateOfTool {
    return { hint: 'reshape:hint.hole' };
  }

  /** Not snapped: snapping could move the position out of the hole. */
  #find({ pixel, position }: Gesture): HoleHit | HoleFault {
    return position ? this.#holeAt(this.view.toPosition(pixel) ?? position) : 'none';
  }

  /**
   * Searches the selected objects, or else all that are there if only one has a hole: a hole often contains another
   * object with holes.
   */
  #holeAt(place: Position): HoleHit | HoleFault {
    const { targets } = this.parts;
    const [x, y] = place;
    const found = this.project.document.index.objects([x, y, x, y]).flatMap((object): HoleHit[] => {
      const hole = targets.isLockedOrHidden(object) ? undefined : holeAt(object.location, place);
      return hole ? [{ object, hole }] : [];
    });
    const chosen = found.filter(({ object }) => targets.selection.ids.includes(object.id));
    const [first, ...others] = chosen.length > 0 ? chosen : found;
    if (!first) return 'none';
    return others.length > 0 ? 'several' : first;
  }

  #remove({ object, hole }: HoleHit): void {
    const location = withoutHoles(object.location, (ring) => ring === hole);
    this.project.history.perform(replace([object], [{ ...object, location }]), {
      label: 'reshape:step.hole',
      code: 'hole',
    });
  }

  #sketchOf({ hole }: HoleHit): Sketch {
    const { i18n, settings } = this.parts;
    const area = printerOf(i18n, settings).area(areaOf([hole]));
    return {
      shapes: [{ geometry: { type: 'Polygon', coordinates: [hole] }, dashed: true }],
      labels: [{ ...areaLabel(hole, area), aside: true }],
    };
  }
}
