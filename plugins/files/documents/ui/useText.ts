import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { isAbort, sentenceOf } from '#core/kernel';
import { readFileText, type AnswerOf } from '#core/protocol';
import { useService } from '#core/react';

export interface TextOfFile {
  readonly key: string;
  readonly read?: AnswerOf<typeof readFileText>;
  readonly error?: string;
}

/** What a PDF or text file says; undefined while it is read. */
export function useText(id: string, version: number | undefined): Omit<TextOfFile, 'key'> {
  const api = useService(API);
  const [text, setText] = useState<TextOfFile>();
  const key = `${id} ${version ?? ''}`;
  useEffect(() => {
    const reading = new AbortController();
    const query = version === undefined ? {} : { version };
    api.call(readFileText, { params: { id }, query }, { signal: reading.signal }).then(
      ({ data }) => setText({ key, read: data }),
      (failure: unknown) => !isAbort(failure) && setText({ key, error: sentenceOf(failure) }),
    );
    return () => reading.abort();
  }, [api, id, version, key]);
  return text?.key === key ? text : {};
}
