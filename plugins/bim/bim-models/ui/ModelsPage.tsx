import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { API } from '#core/api';
import { getProject } from '#core/protocol';
import { Page, useService, useTranslate } from '#core/react';
import { ModelList } from './ModelList.tsx';

/** `/models/{project}`: its BIM models. */
export default function ModelsPage() {
  const t = useTranslate('bim-models');
  const api = useService(API);
  const { id = '' } = useParams();
  const [name, setName] = useState<string>();
  useEffect(() => {
    const reading = new AbortController();
    api.call(getProject, { params: { id } }, { signal: reading.signal }).then(
      ({ data }) => setName(data.projectName),
      // The list says what is wrong.
      () => undefined,
    );
    return () => reading.abort();
  }, [api, id]);
  return (
    <Page title={name === undefined ? t('title') : t('page.of', { project: name })} className="models-page">
      <ModelList key={id} projectId={id} />
    </Page>
  );
}
