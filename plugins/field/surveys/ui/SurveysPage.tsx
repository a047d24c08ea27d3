import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { API } from '#core/api';
import { getProject } from '#core/protocol';
import { Link, Page, useService, useTranslate } from '#core/react';
import { SurveyList } from './SurveyList.tsx';

/** `/surveys/{project}`: its surveys. */
export default function SurveysPage() {
  const t = useTranslate('surveys');
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
    <Page title={name === undefined ? t('title') : t('page.of', { project: name })} className="surveys-page">
      <Link href={`/draw/${id}`}>{t('to-map')}</Link>
      <SurveyList key={id} projectId={id} />
    </Page>
  );
}
