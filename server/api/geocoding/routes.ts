import { geocode, MAX_PLACES, reverseGeocode, type Language, type FoundPlace } from '#core/protocol';
import { requireProject, scopeOf } from '../../shared/access/scope.ts';
import { isCleanText } from '../../base/clean-text.ts';
import type { Queries } from '../../platform/db/database.ts';
import { route, type Route } from '../../http/context.ts';
import type { Services } from '../../platform/services/services.ts';
import { sentence } from '../../base/language.ts';
import { HttpError } from '../../base/http-error.ts';
import { findCoordinates } from './coordinates.ts';
import { findObjects } from './objects.ts';
import { findPlaces, nearestPlace } from './places.ts';
import { GeocodingService } from './service.ts';

/** Most objects beside places; more where there are fewer places. */
const OBJECTS = 3;

export const routes: Route[] = [
  route(geocode, async ({ query, headers, caller, language, services }) => {
    const { text } = query;
    if (!isCleanText(text)) throw new HttpError(422, 'geocoding.unclean');
    const { projectid: projectId } = headers;
    if (projectId) await requireProject(services.db, caller, projectId);
    const projectCrs = projectId && (await crsOfProject(services.db, projectId));
    const typed = await findCoordinates(services, text, projectCrs);
    // Typed coordinates mean that place; no service is called.
    if (typed.length > 0) return { results: typed, notice: null };
    const objects = projectId
      ? await findObjects(services.db, scopeOf(caller, { projectId }), text, MAX_PLACES, language)
      : [];
    const { results: places, notice } = await known(
      services,
      language,
      (service) => service.search(text, language),
      () => findPlaces(text, language),
    );
    const first = objects.slice(0, Math.max(OBJECTS, MAX_PLACES - places.length));
    return { results: [...first, ...places].slice(0, MAX_PLACES), notice };
  }),

  route(reverseGeocode, ({ query: { lon, lat }, language, services }) =>
    known(
      services,
      language,
      (service) => service.reverse(lon, lat, language),
      () => nearestPlace(lon, lat, language),
    ),
  ),
];

/** Results of the configured service; of the gazetteer where there is none, or it fails or finds nothing. */
async function known(
  { config, outgoing }: Services,
  language: Language,
  ask: (service: GeocodingService) => Promise<FoundPlace[]>,
  ownWay: () => Promise<FoundPlace[]>,
): Promise<{ results: FoundPlace[]; notice: string | null }> {
  if (!config.geocoder) return { results: await ownWay(), notice: null };
  const service = new GeocodingService(outgoing, config.geocoder, config);
  try {
    const results = await ask(service);
    return { results: results.length > 0 ? results : await ownWay(), notice: null };
  } catch (thrown) {
    if (!(thrown instanceof HttpError)) throw thrown;
    const reason = sentence(language, thrown.key, thrown.values);
    return { results: await ownWay(), notice: sentence(language, 'geocoding.instead', { reason }) };
  }
}

async function crsOfProject(db: Queries, projectId: string): Promise<string | undefined> {
  const [row] = await db.query<{ crs: string }>('select crs from projects where id = $1', [projectId]);
  return row?.crs;
}
