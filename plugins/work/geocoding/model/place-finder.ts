import type { Api } from '#core/api';
import { loadProjections, parseCoordinates, type ParsedCoordinates } from '#core/geodesy';
import type { MapView, Views } from '#core/mapview';
import type { PaletteItem, PaletteProvider } from '#core/plugin';
import type { Projects } from '#core/project';
import { geocode, type FoundPlace } from '#core/protocol';
import type { Settings } from '#core/settings';

/** Shorter texts would match any place. */
const FEWEST_LETTERS = 2;
/** Zoom level for a place without extent: a whole town; closer for objects and coordinates. */
const ZOOM: Readonly<Record<FoundPlace['kind'], number>> = {
  place: 13,
  address: 17,
  object: 18,
  coordinates: 18,
};
const ICON: Readonly<Record<FoundPlace['kind'], string>> = {
  place: 'building',
  address: 'locate',
  object: 'shapes',
  coordinates: 'coordinates',
};

/** Places for the command palette, if the map can fly: coordinates, objects, towns, addresses. */
export class PlaceFinder implements PaletteProvider {
  readonly #api: Pick<Api, 'call'>;
  readonly #views: Pick<Views, 'active'>;
  readonly #projects: Pick<Projects, 'current'>;
  readonly #settings: Pick<Settings, 'get'>;

  constructor(
    api: Pick<Api, 'call'>,
    views: Pick<Views, 'active'>,
    projects: Pick<Projects, 'current'>,
    settings: Pick<Settings, 'get'>,
  ) {
    this.#api = api;
    this.#views = views;
    this.#projects = projects;
    this.#settings = settings;
  }

  async find(text: string, signal: AbortSignal): Promise<readonly PaletteItem[]> {
    const view = this.#views.active;
    const { project, document } = this.#projects.current ?? {};
    if (!view || text.length < FEWEST_LETTERS) return [];
    // Coordinates are parsed here, so that they work offline.
    const typed = await readCoordinates(text, this.#settings.get('workingCrs'));
    if (typed) return [typedItem(text, typed, view)];
    const headers = project ? { projectid: project.id } : {};
    const { data } = await this.#api.call(geocode, { query: { text }, headers }, { signal });
    const items = data.results
      // Loaded objects are already offered by the selection plugin.
      .filter(({ objectId }) => objectId === undefined || !document?.get(objectId))
      .map((place, i) => placeItem(place, i, view));
    return data.notice === null ? items : [...items, { id: 'notice', title: data.notice, icon: 'alert' }];
  }
}

/** Longitude and latitude first: no projected system has a place at such small numbers. */
async function readCoordinates(text: string, crs: string): Promise<ParsedCoordinates | undefined> {
  if (!/\d/.test(text)) return undefined;
  await loadProjections();
  return parseCoordinates(text) ?? parseCoordinates(text, crs);
}

function typedItem(text: string, { position, crs }: ParsedCoordinates, view: MapView): PaletteItem {
  const run = () => view.fly(position, { zoom: ZOOM.coordinates });
  return { id: 'typed', title: text, detail: crs, icon: ICON.coordinates, run };
}

function placeItem(place: FoundPlace, i: number, view: MapView): PaletteItem {
  const { kind, name, context, position, extent } = place;
  const run = () => (extent ? view.fly(extent) : view.fly(position, { zoom: ZOOM[kind] }));
  return { id: `place-${i}`, title: name, detail: context, icon: ICON[kind], run };
}
