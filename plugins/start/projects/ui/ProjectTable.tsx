import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ServerList } from '#core/api';
import type { Contribution } from '#core/plugin';
import type { Project } from '#core/protocol';
import {
  Icon,
  IconButton,
  Menu,
  PagedTable,
  useContributions,
  useI18n,
  useTextsOf,
  useTranslate,
} from '#core/react';

/** What the menu of a project does: an action of a plugin is named by its contribution. */
export type ProjectAct = 'change' | 'members' | 'copy' | 'delete' | Contribution<'projectActions'>;

interface ProjectTableProps {
  list: ServerList<Project>;
  mayWrite: boolean;
  /** Undefined: this person may open no project on a map. */
  onOpen: ((project: Project) => void) | undefined;
  onAct: (act: ProjectAct, project: Project) => void;
  /** Archives a project, or restores an archived one. */
  onArchive: (project: Project) => void;
  empty: ReactNode;
}

export function ProjectTable(props: ProjectTableProps) {
  const { list, mayWrite, onOpen, onAct, onArchive, empty } = props;
  const t = useTranslate('projects');
  const i18n = useI18n();
  const navigate = useNavigate();
  const actions = useContributions('projectActions').toSorted((a, b) => a.order - b.order);
  useTextsOf(actions);
  return (
    <PagedTable
      label={t('title')}
      list={list}
      rowId={({ id }) => id}
      rowText={({ projectName }) => projectName}
      sort={{ column: 'projectName', order: 'asc' }}
      {...(onOpen ? { onOpen } : {})}
      empty={empty}
      columns={[
        {
          id: 'projectName',
          title: t('name'),
          sortable: true,
          cell: ({ projectName }) => <span className="projects-name">{projectName}</span>,
        },
        {
          id: 'objectCount',
          title: t('objects'),
          align: 'end',
          width: 104,
          cell: ({ objectCount }) => i18n.number(objectCount),
        },
        { id: 'crs', title: t('crs'), sortable: true, secondary: true, width: 136, cell: ({ crs }) => crs },
        {
          id: 'createdBy',
          title: t('createdBy'),
          secondary: true,
          width: 200,
          cell: ({ createdBy }) => createdBy,
        },
        {
          id: 'createdAt',
          title: t('createdAt'),
          sortable: true,
          secondary: true,
          width: 152,
          cell: ({ createdAt }) => (
            <span className="g-figures">{i18n.date(createdAt, { dateStyle: 'medium' })}</span>
          ),
        },
        {
          id: 'actions',
          title: t('actions'),
          hideTitle: true,
          align: 'end',
          width: 56,
          cell: (project) => (
            <Menu
              label={project.projectName}
              trigger={
                <IconButton
                  size="s"
                  label={t('actionsOf', { name: project.projectName })}
                  icon={<Icon name="more" />}
                />
              }
              entries={[
                ...(onOpen
                  ? [
                      {
                        id: 'open',
                        title: t('open'),
                        icon: <Icon name="map" />,
                        onAction: () => onOpen(project),
                      },
                    ]
                  : []),
                {
                  id: 'members',
                  title: t('members'),
                  icon: <Icon name="users" />,
                  onAction: () => onAct('members', project),
                },
                ...actions.map((action) => ({
                  id: action.id,
                  title: i18n.t(`${action.plugin}:${action.title}`),
                  icon: <Icon name={action.icon} />,
                  onAction: () =>
                    action.path === undefined
                      ? onAct(action, project)
                      : void navigate(action.path.replace(':id', encodeURIComponent(project.id))),
                })),
                ...(mayWrite
                  ? ([
                      ...(project.archived
                        ? []
                        : [
                            {
                              id: 'change',
                              title: t('change'),
                              icon: <Icon name="pencil" />,
                              onAction: () => onAct('change', project),
                            },
                          ]),
                      {
                        id: 'copy',
                        title: t('copy'),
                        icon: <Icon name="copy" />,
                        onAction: () => onAct('copy', project),
                      },
                      {
                        id: 'archive',
                        title: t(project.archived ? 'restore' : 'archive'),
                        icon: <Icon name={project.archived ? 'undo' : 'archive'} />,
                        onAction: () => onArchive(project),
                      },
                      'separator',
                      {
                        id: 'delete',
                        title: t('delete'),
                        icon: <Icon name="trash" />,
                        danger: true,
                        onAction: () => onAct('delete', project),
                      },
                    ] as const)
                  : []),
              ]}
            />
          ),
        },
      ]}
    />
  );
}
