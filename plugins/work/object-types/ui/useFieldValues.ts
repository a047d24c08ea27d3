import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { isAbort, sentenceOf } from '#core/kernel';
import { getFieldValues, type FieldValues } from '#core/protocol';
import { useService } from '#core/react';

interface LoadedValues {
  readonly values?: FieldValues;
  readonly error?: string;
}

/** The values of a field in the open project; neither values nor an error while they are loading. */
export function useFieldValues(
  projectId: string | undefined,
  typeName: string,
  field: string | undefined,
): LoadedValues {
  const api = useService(API);
  const [loaded, setLoaded] = useState<LoadedValues & { readonly key: string }>();
  const key = JSON.stringify([projectId, typeName, field]);
  useEffect(() => {
    if (projectId === undefined || field === undefined) return;
    const reading = new AbortController();
    const query = { typeName, field };
    api
      .call(getFieldValues, { headers: { projectid: projectId }, query }, { signal: reading.signal })
      .then(({ data }) => setLoaded({ key, values: data }))
      .catch((failure: unknown) => {
        if (!isAbort(failure)) setLoaded({ key, error: sentenceOf(failure) });
      });
    return () => reading.abort();
  }, [api, projectId, typeName, field, key]);
  return loaded?.key === key ? loaded : {};
}
