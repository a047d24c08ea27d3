import { observer } from 'mobx-react-lite';
import { sentenceOf } from '#core/kernel';
import { PROJECTS, type OpenProject } from '#core/project';
import type { ObjectType } from '#core/protocol';
import {
  Button,
  EmptyState,
  Icon,
  Select,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { EDITED_FIELDS } from '../model/edited-fields.ts';
import { EDITED_STYLE } from '../model/edited-style.ts';
import { StyleEditor } from './StyleEditor.tsx';
import { useSaveStyle } from './useSaveStyle.ts';

const NONE = {};

/** The style of a layer beside the map, on which it shows at once. */
export default function StylePanel() {
  const projects = useService(PROJECTS);
  const open = useObservable(projects.current$, projects.current);
  return open ? <ProjectStyles key={open.project.id} open={open} /> : null;
}

const ProjectStyles = observer(function ProjectStyles({ open }: { open: OpenProject }) {
  const t = useTranslate('object-types');
  const { language } = useI18n();
  const styling = useService(EDITED_STYLE);
  const { mayEdit } = useService(EDITED_FIELDS);
  const toasts = useService(TOASTS);
  const save = useSaveStyle();
  const types = useObservable(open.types$, open.types);
  const edited = styling.edited?.projectId === open.project.id ? styling.edited : undefined;
  const { draft } = styling;
  const typeName = edited?.type.name;
  const personal = useObservable(styling.personal$(open.project.id), NONE);
  const hasPersonal = typeName !== undefined && Object.hasOwn(personal, typeName);
  const beginAgain = ({ name, style }: ObjectType) => styling.begin(types.get(name)?.style ?? style);
  const saveForAll = async () => {
    if (!typeName) return;
    try {
      await save();
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
      return;
    }
    styling.setPersonal(typeName, undefined);
    const saved = open.types.get(typeName);
    if (saved) styling.open(saved, open);
    toasts.show('success', t('style.saved'));
  };
  if (types.size === 0)
    return (
      <EmptyState icon={<Icon name="palette" />} title={t('style.no-layers')}>
        {t('style.no-layers.help')}
      </EmptyState>
    );
  const layers = [...types.values()]
    .map(({ name, title }) => ({ value: name, title: title[language] || name }))
    .sort((a, b) => a.title.localeCompare(b.title));
  return (
    <div className="types-panel">
      <Select
        label={t('style.layer')}
        value={typeName ?? null}
        options={layers}
        onChange={(name) => {
          const type = types.get(name);
          if (type) styling.open(type, open);
        }}
      />
      {!edited || !draft ? (
        <p className="g-muted">{t('style.choose')}</p>
      ) : (
        <>
          {hasPersonal && <p className="g-muted">{t('style.own')}</p>}
          <StyleEditor key={edited.type.name} type={edited.type} projectId={open.project.id} />
          <div className="types-actions">
            {mayEdit && (
              <Button
                variant="primary"
                isDisabled={!styling.isChanged && !hasPersonal}
                onPress={() => void saveForAll()}
              >
                {t('style.save-for-all')}
              </Button>
            )}
            <Button
              isDisabled={!styling.isChanged}
              onPress={() => {
                styling.setPersonal(edited.type.name, draft);
                styling.begin(draft);
                toasts.show('success', t('style.kept'));
              }}
            >
              {t('style.keep')}
            </Button>
            {hasPersonal ? (
              <Button
                onPress={() => {
                  styling.setPersonal(edited.type.name, undefined);
                  beginAgain(edited.type);
                }}
              >
                {t('style.common')}
              </Button>
            ) : (
              <Button isDisabled={!styling.isChanged} onPress={() => beginAgain(edited.type)}>
                {t('style.discard')}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
});
