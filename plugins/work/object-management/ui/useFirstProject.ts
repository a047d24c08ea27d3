import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { listProjects, type ObjectType } from '#core/protocol';
import { useService } from '#core/react';

/** Projects looked through. */
const FIRST = 50;

/**
 * Returns the id of the first project by name that has the type, else of the first; undefined until it is known, and
 * while no type is shown. Where projects cannot be listed no objects are shown, and types can still be edited.
 */
export function useFirstProject(type: ObjectType | undefined): string | undefined {
  const api = useService(API);
  const [first, setFirst] = useState<string>();
  const limits = type?.projectIds;
  useEffect(() => {
    if (!limits) return undefined;
    const reading = new AbortController();
    api
      .call(listProjects, { query: { paginate: FIRST, orderby: 'projectName' } }, { signal: reading.signal })
      .then(
        ({ data }) => setFirst((data.find(({ id }) => limits.includes(id)) ?? data[0])?.id),
        () => undefined,
      );
    return () => reading.abort();
  }, [api, limits]);
  return first;
}
