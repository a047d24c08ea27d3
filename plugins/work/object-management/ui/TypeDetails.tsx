import { observer } from 'mobx-react-lite';
import { useState, type ReactNode } from 'react';
import { titleOf } from '#core/fields';
import type { OpenProject } from '#core/project';
import type { ObjectType } from '#core/protocol';
import {
  ErrorPanel,
  Icon,
  IconButton,
  Menu,
  Skeleton,
  Swatch,
  Tabs,
  useI18n,
  useService,
  useTranslate,
  type MenuEntry,
} from '#core/react';
import { FIELDS_EDITOR, type TypeSource } from '#plugins/work/object-types/api';
import type { ObjectTypes } from '../model/object-types.ts';
import { DeleteTypeDialog } from './DeleteTypeDialog.tsx';
import { FieldsTab } from './FieldsTab.tsx';
import { GeneralTab } from './GeneralTab.tsx';
import { ImagesTab } from './ImagesTab.tsx';
import { ObjectsTab } from './ObjectsTab.tsx';
import { StyleTab } from './StyleTab.tsx';
import { useSaveTypes } from './TypeFileActions.tsx';

interface TypeDetailsProps {
  types: ObjectTypes;
  type: ObjectType;
  tab: string | null;
  onTab: (tab: string) => void;
  /** The chosen project: open, opening, or why it could not be opened. */
  project: { readonly project?: OpenProject; readonly error?: unknown; retry: () => void };
  /** Chooses the project of the objects. */
  chooser: ReactNode;
  onDuplicate: (type: ObjectType) => void;
  onDeleted: () => void;
}

/** One object type: what it is, its fields, style and pictures, and its objects in a project. */
export const TypeDetails = observer(function TypeDetails(props: TypeDetailsProps) {
  const { types, type, tab, onTab, project: chosen, chooser, onDuplicate, onDeleted } = props;
  const t = useTranslate('object-management');
  const i18n = useI18n();
  const { mayEdit } = useService(FIELDS_EDITOR);
  const [isDeleting, setDeleting] = useState(false);
  const save = useSaveTypes();
  const { project, error, retry } = chosen;
  const source: TypeSource = {
    ...(project && { autosave: project.autosave }),
    reloadTypes: async () => {
      await Promise.all([types.reloadTypes(), project?.reloadTypes()]);
    },
  };
  const entries: MenuEntry[] = [
    {
      id: 'save',
      title: t('file.save'),
      icon: <Icon name="download" />,
      onAction: () => void save(type.name, [type.id]),
    },
    ...(mayEdit
      ? [
          {
            id: 'duplicate',
            title: t('duplicate'),
            icon: <Icon name="copy" />,
            onAction: () => onDuplicate(type),
          },
          'separator' as const,
          {
            id: 'delete',
            title: t('delete'),
            icon: <Icon name="trash" />,
            danger: true,
            onAction: () => setDeleting(true),
          },
        ]
      : []),
  ];
  const objects = project ? (
    <ObjectsTab project={project} type={type} />
  ) : error !== undefined ? (
    <ErrorPanel error={error} onRetry={retry} />
  ) : (
    <Skeleton lines={3} />
  );
  const tabs = [
    {
      id: 'general',
      content: <GeneralTab key={`${type.id} ${type.version}`} types={types} type={type} mayEdit={mayEdit} />,
    },
    { id: 'fields', content: <FieldsTab type={type} source={source} /> },
    { id: 'style', content: <StyleTab type={type} source={source} project={project?.project} /> },
    { id: 'images', content: <ImagesTab key={type.id} types={types} type={type} mayEdit={mayEdit} /> },
    {
      id: 'objects',
      content: (
        <div className="objm-of-project">
          {chooser}
          {objects}
        </div>
      ),
    },
  ];
  return (
    <section className="objm-details" aria-label={titleOf(type, i18n)}>
      <header className="objm-head">
        <Swatch style={type.style} geometryType={type.geometryType} />
        <h2>{titleOf(type, i18n)}</h2>
        <code className="objm-code g-muted">{type.name}</code>
        <Menu
          label={t('actions')}
          trigger={<IconButton label={t('actions')} icon={<Icon name="more" />} />}
          entries={entries}
        />
      </header>
      <Tabs
        label={titleOf(type, i18n)}
        tabs={tabs.map((each) => ({ ...each, title: t(`tab.${each.id}`) }))}
        selected={tabs.some(({ id }) => id === tab) ? tab! : 'general'}
        onSelect={onTab}
      />
      {isDeleting && (
        <DeleteTypeDialog
          types={types}
          type={type}
          onDeleted={onDeleted}
          onClose={() => setDeleting(false)}
        />
      )}
    </section>
  );
});
