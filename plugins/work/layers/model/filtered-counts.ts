import { asyncScheduler, filter, finalize, merge, of, switchMap, throttleTime, type Observable } from 'rxjs';
import type { Api, Live } from '#core/api';
import type { EventBus } from '#core/events';
import { Latest } from '#core/kernel';
import type { OpenProject } from '#core/project';
import { selectGeometries } from '#core/protocol';

/** Milliseconds between counts while much is changing: the server computes the filter for each object. */
const PAUSE = 10_000;

interface CountServices {
  readonly api: Pick<Api, 'call'>;
  readonly events: Pick<EventBus, 'on'>;
  readonly live: Pick<Live, 'on'>;
}

/** By type name: a layer and its filter. */
export type Filters = readonly (readonly [typeName: string, filter: string])[];

/** Number of objects on the server for which the filter of their layer holds, by type name. */
export function filteredCountsOf(
  open: OpenProject,
  filters: Filters,
  { api, events, live }: CountServices,
): Observable<ReadonlyMap<string, number>> {
  const { id: projectId } = open.project;
  const newest = new Latest();
  const count = async (signal: AbortSignal): Promise<ReadonlyMap<string, number>> => {
    const counted = filters.map(async ([typeName, expression]) => {
      const body = { typeNames: [typeName], expression, listed: false };
      const request = { headers: { projectid: projectId }, body };
      const { data } = await api.call(selectGeometries, request, { signal });
      return [typeName, data.count] as const;
    });
    return new Map(await Promise.all(counted));
  };
  const saved$ = events.on('geometriesChangeSucess');
  const others$ = live.on('geometries').pipe(filter((event) => event.projectId === projectId));
  return merge(of(undefined), open.generation$, saved$, others$).pipe(
    throttleTime(PAUSE, asyncScheduler, { leading: true, trailing: true }),
    // If counting fails, the numbers stay; the next change tries again.
    switchMap(() => newest.run(count).catch(() => undefined)),
    filter((counts) => counts !== undefined),
    finalize(() => newest.cancel()),
  );
}
