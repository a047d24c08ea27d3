import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { isAbort, sentenceOf } from '#core/kernel';
import { listLinksToBim, type BimLink } from '#core/protocol';
import { useService, useTranslate } from '#core/react';
import { FILE_OPENER } from '#plugins/files/documents/api';
import { LinkedRow } from './LinkedRow.tsx';

export interface FileElementsProps {
  fileId: string;
  projectId: string;
}

/** The elements of models that a file is linked to, in the dialog of the file; nothing where there are none. */
export default function FileElements({ fileId, projectId }: FileElementsProps) {
  const t = useTranslate('bim-models');
  const api = useService(API);
  const opener = useService(FILE_OPENER);
  const [links, setLinks] = useState<readonly BimLink[]>([]);
  const [error, setError] = useState<string>();
  useEffect(() => {
    const stop = new AbortController();
    const request = { headers: { projectid: projectId }, query: { fileId } };
    api.call(listLinksToBim, request, { signal: stop.signal }).then(
      ({ data }) => setLinks(data),
      (failure: unknown) => !isAbort(failure) && setError(sentenceOf(failure)),
    );
    return () => stop.abort();
  }, [api, fileId, projectId]);
  if (error !== undefined) return <p className="g-error">{error}</p>;
  if (links.length === 0) return null;
  return (
    <section>
      <h3>{t('linked')}</h3>
      <ul className="models-list" aria-label={t('linked')}>
        {links.map((link) => (
          <LinkedRow key={link.id} link={link} onOpen={() => opener.close()} />
        ))}
      </ul>
    </section>
  );
}
