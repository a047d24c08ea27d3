import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { API, LIVE } from '#core/api';
import { listProjects, type ObjectType } from '#core/protocol';
import {
  Button,
  ComboBox,
  Contributed,
  EmptyState,
  ErrorPanel,
  Icon,
  onDemand,
  Skeleton,
  useContributions,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { FIELDS_EDITOR } from '#plugins/work/object-types/api';
import { ObjectTypes } from '../model/object-types.ts';
import type { NewTypeDialogProps } from './NewTypeDialog.tsx';
import { TypeDetails } from './TypeDetails.tsx';
import { TakeTypesButton, TypeFileActions } from './TypeFileActions.tsx';
import { TypeList } from './TypeList.tsx';
import { useFirstProject } from './useFirstProject.ts';
import { useProject } from './useProject.ts';
import './object-management.css';

const NewTypeDialog = onDemand<NewTypeDialogProps>(() => import('./NewTypeDialog.tsx'));

/**
 * `/object-management`: object types and their objects. `?type=<id>&tab=<tab>&project=<id>`; without a
 * project, the first by name that has the type.
 */
export default observer(function ObjectManagementPage() {
  const t = useTranslate('object-management');
  const i18n = useI18n();
  const [api, live] = [useService(API), useService(LIVE)];
  const { mayEdit } = useService(FIELDS_EDITOR);
  const [types] = useState(() => new ObjectTypes(api));
  const [address, setAddress] = useSearchParams();
  const [created, setCreated] = useState<{ original?: ObjectType }>();
  const dialogs = useContributions('overlays').filter(({ pages }) => pages);
  const status = useContributions('status').filter(({ pages }) => pages);
  const [typeId, chosenProject] = [address.get('type') ?? undefined, address.get('project') ?? undefined];
  const { shown, error } = types;
  const firstProject = useFirstProject(shown);
  const projectId = chosenProject ?? firstProject;
  const project = useProject(projectId);

  const go = (to: Readonly<Record<string, string | undefined>>, replace = false) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(to))
          if (value === undefined) next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace },
    );

  // Texts of the commands and dialogs of other plugins.
  useEffect(() => void i18n.load('object-types', 'history').catch(() => undefined), [i18n]);
  useEffect(() => void types.show(typeId), [types, typeId]);
  useEffect(() => {
    const changes = live.on('types').subscribe(() => void types.reloadTypes());
    return () => changes.unsubscribe();
  }, [live, types]);
  const find = async (search: string, signal: AbortSignal) => {
    const { data } = await api.call(listProjects, { query: { search, paginate: 50 } }, { signal });
    return data.map(({ id, projectName }) => ({ value: id, title: projectName }));
  };
  const chooser = (
    <ComboBox
      label={t('project')}
      className="objm-project"
      value={projectId ?? null}
      valueTitle={project.project?.project.projectName}
      find={find}
      onChange={(id) => id !== null && go({ project: id }, true)}
    />
  );
  const create = mayEdit && (
    <Button variant="primary" icon={<Icon name="plus" />} onPress={() => setCreated({})}>
      {t('new')}
    </Button>
  );
  const showTaken = ({ id }: ObjectType) => go({ type: id, tab: 'fields' });
  const begin = create && (
    <>
      {create}
      <TakeTypesButton types={types} onTaken={showTaken} />
    </>
  );
  return (
    <div className={typeId === undefined ? 'objm' : 'objm objm-one'}>
      <header className="objm-top">
        {typeId !== undefined && (
          <Button
            className="objm-back"
            variant="quiet"
            icon={<Icon name="chevron-left" />}
            onPress={() => go({ type: undefined, tab: undefined })}
          >
            {t('types')}
          </Button>
        )}
        <h1>{t('title')}</h1>
        <div className="objm-actions">
          <span className="objm-status">
            {project.project && status.map((piece) => <Contributed key={piece.id} contribution={piece} />)}
          </span>
          {create}
          <TypeFileActions types={types} onTaken={showTaken} />
        </div>
      </header>
      <TypeList types={types} shown={typeId} onShow={(id) => go({ type: id })} create={begin} />
      {shown ? (
        <TypeDetails
          key={shown.id}
          types={types}
          type={shown}
          tab={address.get('tab')}
          onTab={(tab) => go({ tab }, true)}
          project={project}
          chooser={chooser}
          onDuplicate={(original) => setCreated({ original })}
          onDeleted={() => go({ type: undefined, tab: undefined }, true)}
        />
      ) : (
        <section className="objm-details">
          {error !== undefined ? (
            <ErrorPanel error={error} onRetry={() => void types.show(typeId)} />
          ) : typeId === undefined ? (
            <EmptyState icon={<Icon name="shapes" />} title={t('choose')}>
              {t('choose.help')}
            </EmptyState>
          ) : (
            <Skeleton lines={5} />
          )}
        </section>
      )}
      {created && (
        <NewTypeDialog
          types={types}
          original={created.original}
          onCreated={(type) => {
            setCreated(undefined);
            go({ type: type.id, tab: created.original ? 'general' : 'fields' });
          }}
          onClose={() => setCreated(undefined)}
          onLoadError={() => setCreated(undefined)}
        />
      )}
      {dialogs.map((dialog) => (
        <Contributed key={dialog.id} contribution={dialog} />
      ))}
    </div>
  );
});
