import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { API, LIVE } from '#core/api';
import { sentenceOf } from '#core/kernel';
import { grants, type Project } from '#core/protocol';
import {
  Button,
  Contacts,
  Contributed,
  EmptyState,
  Icon,
  ListSearch,
  Page,
  Switch,
  useI18n,
  useContributions,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import type { ProjectDialogProps } from '../api.ts';
import { ProjectList } from '../model/project-list.ts';
import { CopyDialog } from './CopyDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { MembersDialog } from './MembersDialog.tsx';
import { ProjectDialog } from './ProjectDialog.tsx';
import { SampleButton } from './SampleButton.tsx';
import { ProjectTable, type ProjectAct } from './ProjectTable.tsx';
import './ProjectsPage.css';

/** `/projectList` */
export const ProjectsPage = observer(function ProjectsPage() {
  const t = useTranslate('projects');
  const navigate = useNavigate();
  const api = useService(API);
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const mayWrite = grants(me?.authorizations ?? [], 'projects.write');
  const [projects] = useState(() => new ProjectList(api));
  const [address, setAddress] = useSearchParams();
  const [acting, setActing] = useState<{ act: ProjectAct; project: Project; then?: readonly ProjectAct[] }>();
  const opened = acting ?? (address.has('new') && mayWrite ? 'new' : undefined);
  const { list } = projects;
  const live = useService(LIVE);
  useEffect(() => projects.follow(live), [projects, live]);
  const toasts = useService(TOASTS);
  const i18n = useI18n();

  // Gone for who is blocked from every map or object type.
  const mayOpen = useContributions('routes').some(({ path }) => path === '/draw/:id');
  const open = ({ id }: Project) => void navigate(`/draw/${id}`);
  /** Of a new project: the next dialog, and after the last the map. */
  const goOn = (project: Project, [act, ...then]: readonly ProjectAct[]) => {
    if (act) setActing({ act, project, then });
    else if (mayOpen) open(project);
    else close();
  };
  const close = () => {
    if (acting?.then && (acting.then.length > 0 || mayOpen)) return goOn(acting.project, acting.then);
    setActing(undefined);
    if (address.has('new')) setAddress({}, { replace: true });
  };
  const create = mayWrite && (
    <Button variant="primary" icon={<Icon name="plus" />} onPress={() => setAddress({ new: '' })}>
      {t('new')}
    </Button>
  );
  const mayMakeSample = (['projects.write', 'attributes.write', 'geometries.write'] as const).every((one) =>
    grants(me?.authorizations ?? [], one),
  );
  const makeSample = async () => {
    try {
      goOn(await projects.createSample(), []);
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    }
  };
  const archive = async (project: Project) => {
    const archived = !project.archived;
    try {
      await projects.change(project, { archived });
      toasts.show('success', t(archived ? 'archive.done' : 'restore.done', { name: project.projectName }));
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
      void list.reload();
    }
  };
  const searching = (list.query.search ?? '') !== '';
  return (
    <Page title={t('title')} actions={create}>
      <div className="projects-filter">
        <ListSearch label={t('search')} list={list} className="projects-search" />
        <Switch isSelected={projects.isArchive} onChange={(on) => void projects.showArchive(on)}>
          {t('archived')}
        </Switch>
      </div>
      {!mayOpen && <p className="g-warning">{t('cannot-open')}</p>}
      <ProjectTable
        list={list}
        mayWrite={mayWrite}
        onOpen={mayOpen ? open : undefined}
        onAct={(act, project) => setActing({ act, project })}
        onArchive={archive}
        empty={
          <EmptyState
            icon={<Icon name="folder-open" />}
            title={t(searching ? 'empty.search' : projects.isArchive ? 'empty.archive' : 'empty')}
            action={
              searching || projects.isArchive ? undefined : (
                <>
                  {create}
                  {mayMakeSample && <SampleButton onCreate={makeSample} />}
                </>
              )
            }
          >
            {searching
              ? t('empty.search.help')
              : t(projects.isArchive ? 'empty.archive.help' : mayWrite ? 'empty.help' : 'empty.ask')}
            {!searching && !projects.isArchive && !mayWrite && <Contacts />}
          </EmptyState>
        }
      />
      {opened === 'new' && (
        <ProjectDialog
          onClose={close}
          onSample={mayMakeSample ? makeSample : undefined}
          onSave={async (draft, _, then) => goOn(await projects.create(draft), then)}
        />
      )}
      {opened && opened !== 'new' && opened.act === 'change' && (
        <ProjectDialog
          project={opened.project}
          onClose={close}
          onSave={async (draft, base = opened.project) => {
            await projects.change(base, draft);
            close();
          }}
        />
      )}
      {opened && opened !== 'new' && opened.act === 'members' && (
        <MembersDialog projects={projects} project={opened.project} onClose={close} />
      )}
      {opened && opened !== 'new' && opened.act === 'copy' && (
        <CopyDialog
          project={opened.project}
          onClose={close}
          onCopied={({ objects }) => {
            toasts.show('success', t('copied', { count: objects, objects: i18n.number(objects) }));
            close();
            void list.reload();
          }}
        />
      )}
      {opened && opened !== 'new' && opened.act === 'delete' && (
        <DeleteDialog projects={projects} project={opened.project} onClose={close} />
      )}
      {opened && opened !== 'new' && typeof opened.act === 'object' && opened.act.dialog !== undefined && (
        <Contributed
          contribution={{ plugin: opened.act.plugin, render: opened.act.dialog }}
          props={{ project: opened.project, onClose: close } satisfies ProjectDialogProps}
        />
      )}
    </Page>
  );
});
