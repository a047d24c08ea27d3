import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { API } from '#core/api';
import { getProject } from '#core/protocol';
import { Page, Select, useService, useTranslate } from '#core/react';
import { CLOUD_DESK } from '../model/cloud-desk.ts';
import { CloudList } from './CloudList.tsx';
import DraftDialog from './DraftDialog.tsx';

/** `/clouds/{project}`: its point clouds; `?survey=id`: those of one survey. */
export default observer(function CloudsPage() {
  const t = useTranslate('clouds');
  const api = useService(API);
  const desk = useService(CLOUD_DESK);
  const { id = '' } = useParams();
  const [address, setAddress] = useSearchParams();
  const survey = address.get('survey') ?? undefined;
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
    <Page title={name === undefined ? t('title') : t('page.of', { project: name })} className="clouds-page">
      {desk.surveys.length > 0 && (
        <Select
          label={t('survey')}
          value={survey ?? ''}
          options={[
            { value: '', title: t('survey.all') },
            ...desk.surveys.map((one) => ({ value: one.id, title: one.name })),
          ]}
          onChange={(chosen) => setAddress(chosen === '' ? {} : { survey: chosen })}
        />
      )}
      <CloudList key={`${id} ${survey ?? ''}`} projectId={id} surveyId={survey} />
      {desk.isOpen && <DraftDialog />}
    </Page>
  );
});
