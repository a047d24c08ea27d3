import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { API, LIVE } from '#core/api';
import { listProjects } from '#core/protocol';
import { ComboBox, EmptyState, Icon, Page, useService, useTranslate } from '#core/react';
import { ExportDesk } from '../model/export-desk.ts';
import { ExportForm } from './ExportForm.tsx';
import { PastExports } from './PastExports.tsx';
import './export.css';

/** `/export/{id}`: exports of a project: new, running and earlier ones. */
export const ExportPage = observer(function ExportPage() {
  const t = useTranslate('export');
  const api = useService(API);
  const live = useService(LIVE);
  const navigate = useNavigate();
  const { id: projectId } = useParams();
  const [address] = useSearchParams();
  const objects = address.get('objects');
  const [failure, setFailure] = useState<string>();
  const desk = useMemo(
    () => projectId && new ExportDesk(api, live, projectId, objects?.split(',').filter(Boolean)),
    [api, live, projectId, objects],
  );
  useEffect(() => {
    if (!desk) return;
    setFailure(undefined);
    desk.load().catch((thrown: unknown) => setFailure(thrown instanceof Error ? thrown.message : undefined));
    return () => desk.close();
  }, [desk]);
  const find = async (search: string, signal: AbortSignal) => {
    const { data } = await api.call(listProjects, { query: { search, paginate: 50 } }, { signal });
    return data.map(({ id, projectName }) => ({ value: id, title: projectName }));
  };
  return (
    <Page title={t('title')}>
      <ComboBox
        label={t('project')}
        className="export-project"
        value={projectId ?? null}
        valueTitle={(desk && desk.project?.projectName) || undefined}
        find={find}
        onChange={(id) => {
          if (id !== null && id !== projectId) void navigate(`/export/${id}`);
        }}
      />
      {failure !== undefined && (
        <p className="g-error" role="alert">
          {failure}
        </p>
      )}
      {desk && failure === undefined ? (
        <>
          <ExportForm desk={desk} />
          <PastExports desk={desk} />
        </>
      ) : (
        !projectId && (
          <EmptyState icon={<Icon name="export" />} title={t('choose-project')}>
            {t('choose-project.help')}
          </EmptyState>
        )
      )}
    </Page>
  );
});
