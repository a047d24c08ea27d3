import {
  asyncScheduler,
  combineLatest,
  filter,
  finalize,
  map,
  merge,
  of,
  scan,
  startWith,
  switchMap,
  tap,
  throttleTime,
  type Observable,
} from 'rxjs';
import type { Api, Live } from '#core/api';
import type { EventBus } from '#core/events';
import { Latest } from '#core/kernel';
import type { OpenProject } from '#core/project';
import { countGeometries } from '#core/protocol';
import { UnsentChanges } from './unsent-changes.ts';

/** Milliseconds between counts while much is changing. */
const PAUSE = 2_000;

type Counts = ReadonlyMap<string, number>;

interface CountServices {
  readonly api: Pick<Api, 'call'>;
  readonly events: Pick<EventBus, 'on'>;
  readonly live: Pick<Live, 'on'>;
}

/**
 * Number of objects of each type, by type name: those on the server, counted again after changes by anyone, and the
 * person's own changes at once.
 */
export function countsOf(open: OpenProject, { api, events, live }: CountServices): Observable<Counts> {
  const { id: projectId } = open.project;
  const newest = new Latest();
  const unsent = new UnsentChanges(open.document);
  const count = async (signal: AbortSignal): Promise<Counts> => {
    const counted = [...open.types.values()].map(async ({ id, name }) => {
      const request = { headers: { projectid: projectId }, query: { attributeid: id } };
      const { data } = await api.call(countGeometries, request, { signal });
      return [name, data.count] as const;
    });
    return new Map(await Promise.all(counted));
  };
  const saved$ = events.on('geometriesChangeSucess').pipe(tap(({ ids }) => unsent.saved(ids)));
  const others$ = live.on('geometries').pipe(filter((event) => event.projectId === projectId));
  const again$ = merge(open.types$, open.generation$, saved$, others$);
  const counted$ = merge(of(undefined), again$).pipe(
    throttleTime(PAUSE, asyncScheduler, { leading: true, trailing: true }),
    // If counting fails, the numbers stay; the next change tries again.
    switchMap(async () => {
      const counting = unsent.counting();
      const counts = await newest.run(count).catch(() => undefined);
      if (counts) counting.done();
      return counts;
    }),
    filter((counts) => counts !== undefined),
    finalize(() => newest.cancel()),
  );
  const edited$ = open.document.changes$.pipe(
    filter(({ origin }) => origin === 'edit' || origin === 'undo' || origin === 'redo'),
    tap(({ changes }) => unsent.add(changes)),
    scan((edits) => edits + 1, 0),
    startWith(0),
  );
  return combineLatest([counted$, edited$]).pipe(map(([counts]) => unsent.appliedTo(counts)));
}
