import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { isAbort, sentenceOf } from '#core/kernel';
import { getFieldValues, type FieldValues } from '#core/protocol';
import { useService } from '#core/react';

interface Found {
  readonly key: string;
  readonly values?: FieldValues;
  readonly error?: string;
}

/** The values of a field in the open project; undefined while they are counted. */
export function useFieldValues(
  projectId: string | undefined,
  typeName: string,
  field: string | undefined,
): Pick<Found, 'values' | 'error'> {
  const api = useService(API);
  const [found, setFound] = useState<Found>();
  const key = JSON.stringify([projectId, typeName, field]);
  useEffect(() => {
    if (projectId === undefined || field === undefined) return;
    const closed = new AbortController();
    api
      .call(
        getFieldValues,
        { headers: { projectid: projectId }, query: { typeName, field } },
        { signal: closed.signal },
      )
      .then(({ data }) => setFound({ key, values: data }))
      .catch((failure: unknown) => {
        if (!isAbort(failure)) setFound({ key, error: sentenceOf(failure) });
      });
    return () => closed.abort();
  }, [api, projectId, typeName, field, key]);
  return found?.key === key ? found : {};
}
