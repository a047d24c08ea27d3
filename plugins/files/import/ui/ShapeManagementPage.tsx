import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { API } from '#core/api';
import { getProject } from '#core/protocol';
import {
  AlertDialog,
  Button,
  ComboBox,
  EmptyState,
  Icon,
  Page,
  PagedTable,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { findProjects, ImportList, type PastImport } from '../model/import-list.ts';
import { undoneText } from '../model/import-step.ts';
import { IMPORT_WIZARD } from '../model/wizard.ts';
import ImportDialog from './ImportDialog.tsx';

/** `/shape-management`: imports into a project, and earlier imports. */
export default observer(function ShapeManagementPage() {
  const t = useTranslate('import');
  const api = useService(API);
  const wizard = useService(IMPORT_WIZARD);
  const navigate = useNavigate();
  const [address, setAddress] = useSearchParams();
  const projectId = address.get('project');
  const [name, setName] = useState<string>();

  useEffect(() => {
    const reading = new AbortController();
    const { signal } = reading;
    const first = async () => {
      // The project in the address, otherwise the first one.
      if (projectId) return (await api.call(getProject, { params: { id: projectId } }, { signal })).data;
      return (await findProjects(api, '', signal))[0];
    };
    first().then(
      (project) => {
        setName(project?.projectName);
        if (project && !projectId) setAddress({ project: project.id }, { replace: true });
      },
      () => undefined,
    );
    return () => reading.abort();
  }, [api, projectId, setAddress]);

  return (
    <Page
      title={t('title')}
      actions={
        <Button
          variant="primary"
          icon={<Icon name="import" />}
          isDisabled={!projectId}
          onPress={() => projectId && wizard.open(projectId, undefined, address.get('type') ?? '')}
        >
          {t('page.import')}
        </Button>
      }
    >
      <ComboBox
        label={t('page.project')}
        className="import-project"
        value={projectId}
        valueTitle={name}
        find={async (text, signal) =>
          (await findProjects(api, text, signal)).map(({ id, projectName }) => ({
            value: id,
            title: projectName,
          }))
        }
        onChange={(id, option) => {
          if (id === null) return;
          setName(option?.title);
          setAddress({ project: id }, { replace: true });
        }}
      />
      {projectId && <History key={`${projectId} ${wizard.step === 'done'}`} projectId={projectId} />}
      <ImportDialog wizard={wizard} onShow={() => void navigate(`/draw/${projectId}`)} />
    </Page>
  );
});

const History = observer(function History({ projectId }: { projectId: string }) {
  const t = useTranslate('import');
  const i18n = useI18n();
  const api = useService(API);
  const toasts = useService(TOASTS);
  const imports = useMemo(() => new ImportList(api, projectId), [api, projectId]);
  const [pending, setPending] = useState<PastImport>();
  const { list } = imports;
  const undo = async ({ id }: PastImport) => {
    const { removed, kept } = await imports.undo(id);
    toasts.show('success', undoneText(i18n, removed, kept));
  };
  return (
    <>
      <PagedTable
        label={t('page.history')}
        list={list}
        rowId={({ id }) => id}
        rowText={({ fileName }) => fileName}
        empty={
          <EmptyState icon={<Icon name="import" />} title={t('page.empty')}>
            {t('page.empty.help')}
          </EmptyState>
        }
        columns={[
          {
            id: 'fileName',
            title: t('page.file'),
            cell: ({ fileName, crs, offBy }) => (
              <>
                {fileName}
                {offBy !== null && <p>{t('page.off', { metres: i18n.number(offBy), crs: crs ?? '' })}</p>}
              </>
            ),
          },
          { id: 'typeName', title: t('page.type'), cell: ({ typeName }) => typeName },
          {
            id: 'count',
            title: t('page.objects'),
            align: 'end',
            width: 104,
            cell: ({ count }) => i18n.number(count),
          },
          { id: 'by', title: t('page.by'), secondary: true, cell: ({ by }) => by },
          {
            id: 'at',
            title: t('page.at'),
            secondary: true,
            width: 176,
            cell: ({ at }) => (
              <span className="g-figures">{i18n.date(at, { dateStyle: 'medium', timeStyle: 'short' })}</span>
            ),
          },
          {
            id: 'undo',
            title: t('undo.action'),
            hideTitle: true,
            align: 'end',
            width: 144,
            cell: (row) =>
              row.undoneAt ? (
                <span className="g-muted">{t('page.undone')}</span>
              ) : (
                <Button size="s" icon={<Icon name="undo" />} onPress={() => setPending(row)}>
                  {t('undo.action')}
                </Button>
              ),
          },
        ]}
      />
      {pending && (
        <AlertDialog
          isOpen
          title={t('undo.title', { name: pending.fileName })}
          action={t('undo.action')}
          onAction={() => undo(pending)}
          onClose={() => setPending(undefined)}
        >
          <p>{t('undo.text', { count: pending.count, objects: i18n.number(pending.count) })}</p>
          {pending.together > 0 && <p>{t('undo.together', { count: pending.together })}</p>}
        </AlertDialog>
      )}
    </>
  );
});
