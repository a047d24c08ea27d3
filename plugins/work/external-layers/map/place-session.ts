import { reaction } from 'mobx';
import { unproject } from '#core/geodesy';
import type { Gesture } from '#core/mapview';
import { BaseToolSession, type StateOfTool, type ToolContext } from '#core/tools';
import type { PicturePlacing } from '../model/picture/placing.ts';

interface PlaceParts {
  readonly placing: PicturePlacing;
  /** Opens the panel with the picture. */
  readonly showPanel: () => void;
}

/** Takes the places of control points of a picture from the map. */
export class PlaceSession extends BaseToolSession {
  readonly #parts: PlaceParts;

  constructor(context: ToolContext, parts: PlaceParts) {
    super(context);
    this.#parts = parts;
    this.view.setCursor('crosshair');
    parts.showPanel();
    const { placing } = parts;
    const drawn = reaction(
      () => [placing.draft, placing.points] as const,
      () => this.#draw(),
      { fireImmediately: true },
    );
    this.lifetime.add(drawn);
  }

  protected override onClick({ position }: Gesture): void {
    if (position) this.#parts.placing.pickPlace(position);
  }

  protected override describe(): StateOfTool {
    const { draft } = this.#parts.placing;
    return { hint: draft ? 'external-layers:hint.place' : 'external-layers:hint.place.none' };
  }

  #draw(): void {
    const { draft, points } = this.#parts.placing;
    const places = draft
      ? points.flatMap(({ place }) => (place ? [unproject(draft.crs, [...place])] : []))
      : [];
    this.show({ shapes: [], handles: places.map((position) => ({ position, role: 'vertex' })) });
  }
}
