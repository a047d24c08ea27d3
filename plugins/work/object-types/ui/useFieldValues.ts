import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { isAbort, sentenceOf } from '#core/kernel';
import { getFieldValues, type FieldValues } from '#core/protocol';
import { useService } from '#core/react';

/** The values of a field in the open project; undefined while they are counted. */
export function useFieldValues(
  projectId: string | undefined,
  typeName: string,
  field: string | undefined,
): { values: FieldValues | undefined; error: string | undefined } {
  const api = useService(API);
  const [values, setValues] = useState<FieldValues>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    setValues(undefined);
    setError(undefined);
    if (projectId === undefined || field === undefined) return;
    const closed = new AbortController();
    api
      .call(
        getFieldValues,
        { headers: { projectid: projectId }, query: { typeName, field } },
        { signal: closed.signal },
      )
      .then(({ data }) => setValues(data))
      .catch((failure: unknown) => {
        if (!isAbort(failure)) setError(sentenceOf(failure));
      });
    return () => closed.abort();
  }, [api, projectId, typeName, field]);
  return { values, error };
}
