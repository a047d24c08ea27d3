import { combineLatest, debounceTime, map, startWith, type Observable } from 'rxjs';
import { extentOf, splitAtAntimeridian, type MapObject, type ProjectDocument } from '#core/document';
import type { Disposable } from '#core/kernel';
import type { LayerState, MapView, Sketch } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';

/** Milliseconds without changes before lines are drawn. */
const REST = 150;
/** Most objects in view whose relations are shown; more lines could not be told apart. */
const MAX_OBJECTS = 5_000;

/**
 * Shows a line from each object in view to those that it relates to, from the zoom level of the setting
 * `relationLayerMinZoom` on. Lines end in the middle of the objects' extents.
 */
export function showRelations(
  view: Pick<MapView, 'camera$' | 'show'>,
  document: ProjectDocument,
  states$: Observable<readonly LayerState[]>,
  settings: Pick<Settings, 'observe'>,
): Disposable {
  const sketch$ = combineLatest([
    view.camera$,
    settings.observe('relationLayerMinZoom'),
    states$,
    document.changes$.pipe(startWith(undefined)),
  ]).pipe(
    debounceTime(REST),
    map(([{ zoom, extent }, minZoom, states]): Sketch | undefined => {
      if (zoom < minZoom) return undefined;
      const hidden = new Set(states.filter(({ visible }) => !visible).map(({ typeName }) => typeName));
      const isShown = ({ typeName }: MapObject) => !hidden.has(typeName);
      const found = splitAtAntimeridian(extent).flatMap((part) =>
        document.index.objects(part, { max: MAX_OBJECTS, where: isShown }),
      );
      return { shapes: linesFrom(found, document, isShown) };
    }),
  );
  const showing = sketch$.subscribe((sketch) => view.show(sketch, 'relations'));
  return {
    dispose: () => {
      showing.unsubscribe();
      view.show(undefined, 'relations');
    },
  };
}

function linesFrom(
  objects: readonly MapObject[],
  document: ProjectDocument,
  isShown: (object: MapObject) => boolean,
): Sketch['shapes'] {
  const pairs = new Map<string, [MapObject, MapObject]>();
  for (const object of objects)
    for (const id of object.relatesTo) {
      const other = document.get(id);
      if (!other || !isShown(other)) continue;
      const ends: [MapObject, MapObject] = object.id < id ? [object, other] : [other, object];
      pairs.set(`${ends[0].id} ${ends[1].id}`, ends);
    }
  return [...pairs.values()].map((ends) => {
    const places = ends.map(middleOf);
    const inSpace = places.every(({ length }) => length > 2);
    const coordinates = inSpace ? places : places.map(([x, y]): Position => [x, y]);
    return { geometry: { type: 'LineString', coordinates }, style: { width: 1.5 }, dashed: true };
  });
}

function middleOf({ location }: MapObject): Position {
  if (location.type === 'Point') return location.coordinates;
  const [west, south, east, north] = extentOf(location);
  return [(west + east) / 2, (south + north) / 2];
}
