import type { Api } from '#core/api';
import { loadCrs, positionsBy } from '#core/geodesy';
import { loadDefinitions, type OpenProject } from '#core/project';
import type { BimModel, Position } from '#core/protocol';
import { ModelFrame } from '../model/frame.ts';
import { placementOnEarth, placementThrough, uprightPlacement, type Placement } from '../model/place.ts';

/** In the middle of the objects of the project, or of where it is said to be. */
export function middleOf({ document, project }: OpenProject): Position {
  const [object] = document.values();
  const at = object?.location ?? project.location;
  const [longitude, latitude] = at ? firstOf(at.coordinates) : [12, 42];
  return [longitude, latitude];
}

function firstOf(coordinates: unknown): Position {
  const [first] = coordinates as readonly unknown[];
  return typeof first === 'number' ? (coordinates as Position) : firstOf(first);
}

/** The zone of UTM at a position. */
export function zoneOf([longitude, latitude]: Position): string {
  const zone = Math.min(60, Math.floor((longitude + 180) / 6) + 1);
  return `EPSG:${(latitude < 0 ? 32_700 : 32_600) + zone}`;
}

type PlacedIn = Placement & { readonly crs: string };

/** Where a model stands: as its georeference says, or with its middle at `middle`. */
export function placementOf(model: BimModel, frame: ModelFrame, middle: Position): PlacedIn {
  const origin = model.origin ?? [0, 0, 0];
  const { georeference } = model;
  const transform = georeference?.transform;
  if (transform) {
    const undulation = (georeference.position?.[2] ?? transform.height) - transform.height;
    return { crs: transform.crs, ...uprightPlacement(transform, { origin, undulation }) };
  }
  if (georeference?.toEcef)
    return { crs: frame.crs, ...placementOnEarth(model, positionsBy(georeference.toEcef), frame) };
  const [eastings, northings] = frame.toModel(middle);
  const [x, y] = model.box
    ? [0, 1].map((axis) => (model.box!.min[axis]! + model.box!.max[axis]!) / 2)
    : [0, 0];
  const inTheMiddle = {
    eastings: eastings - x!,
    northings: northings - y!,
    height: 0,
    rotation: 0,
    scale: 1,
  };
  const { crs } = frame;
  return {
    crs,
    ...uprightPlacement({ crs, ...inTheMiddle, verticalCrs: null }, { origin, undulation: 0 }),
  };
}

/** Where a model of another CRS stands in that of the view. */
export async function inFrame(
  placement: PlacedIn,
  frame: ModelFrame,
  api: Pick<Api, 'call' | 'bytes'>,
): Promise<Placement> {
  const { crs } = placement;
  if (crs === frame.crs) return placement;
  await loadDefinitions(api, [crs], new AbortController().signal);
  await loadCrs(crs);
  const own = new ModelFrame(crs);
  return placementThrough(placement, (place) => frame.toModel(own.fromModel(place)));
}
