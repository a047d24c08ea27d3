import { auditTime, filter, finalize, merge, of, switchMap, type Observable } from 'rxjs';
import type { Api } from '#core/api';
import type { EventBus } from '#core/events';
import { Latest } from '#core/kernel';
import type { OpenProject } from '#core/project';
import { countGeometries } from '#core/protocol';

/** Milliseconds between counts while much is changing. */
const PAUSE = 2_000;

/** Number of objects of each type on the server, by type name; counted again after changes. */
export function countsOf(
  open: OpenProject,
  api: Api,
  events: EventBus,
): Observable<ReadonlyMap<string, number>> {
  const newest = new Latest();
  const count = async (signal: AbortSignal): Promise<ReadonlyMap<string, number>> => {
    const counted = [...open.types.values()].map(async ({ id, name }) => {
      const request = { headers: { projectid: open.project.id }, query: { attributeid: id } };
      const { data } = await api.call(countGeometries, request, { signal });
      return [name, data.count] as const;
    });
    return new Map(await Promise.all(counted));
  };
  const again$ = merge(open.types$, open.generation$, events.on('geometriesChangeSucess'));
  return merge(of(undefined), again$.pipe(auditTime(PAUSE))).pipe(
    // If counting fails, the numbers stay; the next change tries again.
    switchMap(() => newest.run(count).catch(() => undefined)),
    filter((counts) => counts !== undefined),
    finalize(() => newest.cancel()),
  );
}
