import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { API, LIVE } from '#core/api';
import { listProjects } from '#core/protocol';
import { ComboBox, EmptyState, Icon, Page, useService, useTranslate } from '#core/react';
import { selectedIn } from '../model/departure.ts';
import { ExportDesk } from '../model/export-desk.ts';
import { ExportForm } from './ExportForm.tsx';
import { PastExports } from './PastExports.tsx';
import './export.css';

/**
 * `/export/{id}`: exports of a project: new, running and earlier ones. `?objects=id,…` lists the objects of a document,
 * `?bbox=west,south,east,north` the extent, `?type=name` the only object type; the state of the history the objects selected on the map; `/export?project={id}` leads here.
 */
export default observer(function ExportPage() {
  const t = useTranslate('export');
  const api = useService(API);
  const live = useService(LIVE);
  const navigate = useNavigate();
  const { id: projectId } = useParams();
  const [address] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const objects = address.get('objects');
  const bbox = address.get('bbox');
  const typeName = address.get('type');
  const named = address.get('project');
  const [failure, setFailure] = useState<string>();
  const desk = useMemo(() => {
    if (!projectId) return undefined;
    const made = new ExportDesk(api, live, projectId, objects?.split(',').filter(Boolean), selectedIn(state));
    const [west, south, east, north] = bbox?.split(',').map(Number) ?? [];
    const box = [west, south, east, north] as const;
    if (box.every(Number.isFinite)) made.choose({ area: 'box', box });
    if (typeName !== null) made.onlyType = typeName;
    return made;
  }, [api, live, projectId, objects, bbox, typeName, state]);
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
  if (!projectId && named)
    return <Navigate to={`/export/${encodeURIComponent(named)}?${withoutProject(address)}`} replace />;
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

function withoutProject(address: URLSearchParams): string {
  const others = new URLSearchParams(address);
  others.delete('project');
  return others.toString();
}
