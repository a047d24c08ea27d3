import { filter, from, map, startWith, switchMap, type Observable } from 'rxjs';
import type { Api } from '#core/api';
import type { EventBus } from '#core/events';
import { listLinksToBim, type BimLink } from '#core/protocol';
import type { ObjectTexts } from '#plugins/work/table/api';

/** The elements that each object of a project is linked to, for the table of objects. */
export class ObjectElements implements ObjectTexts {
  readonly #api: Pick<Api, 'call'>;
  readonly #bus: Pick<EventBus, 'on'>;

  constructor(api: Pick<Api, 'call'>, bus: Pick<EventBus, 'on'>) {
    this.#api = api;
    this.#bus = bus;
  }

  of(projectId: string): Observable<ReadonlyMap<string, string>> {
    const request = { headers: { projectid: projectId }, query: {} };
    return this.#bus.on('bimLinksChanged').pipe(
      filter((changed) => changed.projectId === projectId),
      startWith(undefined),
      switchMap(() => from(this.#api.call(listLinksToBim, request))),
      map(({ data }) => textsOf(data)),
    );
  }
}

/** As the server filters and orders them: each element with its model. */
function textsOf(links: readonly BimLink[]): ReadonlyMap<string, string> {
  const texts = new Map<string, Set<string>>();
  for (const { geometryId, name, globalId, modelName } of links) {
    if (geometryId === null) continue;
    const held = texts.get(geometryId) ?? new Set();
    texts.set(geometryId, held.add(`${name ?? globalId} · ${modelName}`));
  }
  return new Map([...texts].map(([id, held]) => [id, [...held].sort().join(', ')]));
}
