import { observer } from 'mobx-react-lite';
import { layoutProblems, titleOf, type LayoutProblem } from '#core/fields';
import { Button, Dialog, EmptyState, Form, Icon, useI18n, useService, useTranslate } from '#core/react';
import { EDITED_FIELDS, type EditedFields } from '../model/edited-fields.ts';
import { Effects } from './Effects.tsx';
import { FieldForm } from './FieldForm.tsx';
import { FieldTree } from './FieldTree.tsx';
import { FromFile } from './FromFile.tsx';
import { GroupForm } from './GroupForm.tsx';
import './fields.css';

const FORM = 'object-types-fields';

/** The fields of an object type, then what saving them does to the stored values. */
export default observer(function FieldsDialog() {
  const t = useTranslate('object-types');
  const i18n = useI18n();
  const edited = useService(EDITED_FIELDS);
  const { type, effects } = edited;
  if (!type) return null;
  return (
    <Dialog
      isOpen
      keepOpen
      size="l"
      title={t(effects ? 'effects.title' : 'title', { type: titleOf(type, i18n) })}
      onClose={() => edited.close()}
      footer={
        <>
          {effects ? (
            <Button onPress={() => edited.goBack()}>{t('back')}</Button>
          ) : (
            <Button onPress={() => edited.close()}>{t('core:dialog.cancel')}</Button>
          )}
          <Button
            variant={effects && effects.lost > 0 ? 'danger' : 'primary'}
            type="submit"
            form={FORM}
            isDisabled={edited.isBlocked}
          >
            {effects && effects.lost > 0 ? t('save.lost', { count: effects.lost }) : t('save')}
          </Button>
        </>
      }
    >
      <Form id={FORM} onSubmit={() => edited.submit()}>
        {effects ? (
          <Effects effects={effects} fields={edited.fields} titleOfField={(name) => titleIn(edited, name)} />
        ) : (
          <div className="types-fields">
            <div className="types-list">
              <FieldTree edited={edited} />
              <Button size="s" icon={<Icon name="plus" />} onPress={() => edited.add()}>
                {t('add')}
              </Button>
              <Button size="s" icon={<Icon name="plus" />} onPress={() => edited.addGroup()}>
                {t('group.add')}
              </Button>
              <FromFile />
            </div>
            <Shown edited={edited} />
          </div>
        )}
      </Form>
    </Dialog>
  );

  /** A removed field has its title in the stored type. */
  function titleIn({ fields }: { fields: readonly Parameters<typeof titleOf>[0][] }, name: string): string {
    const field = [...fields, ...(type?.fields ?? [])].find((each) => each.name === name);
    return field ? titleOf(field, i18n) : name;
  }
});

/** The field or the group that is shown. Apart from the dialog, which need not be drawn anew with every key. */
const Shown = observer(function Shown({ edited }: { edited: EditedFields }) {
  const t = useTranslate('object-types');
  const { drafts, groups, shown } = edited;
  const problems = layoutProblems(edited.layout);
  const problemAt = (of: LayoutProblem['of'], index: number) =>
    problems.find((each) => each.of === of && each.index === index);
  const group = groups.find(({ name }) => name === shown);
  if (group)
    return (
      <GroupForm
        key={group.name}
        group={group}
        problem={problemAt('groups', groups.indexOf(group))}
        onChange={(change) => edited.changeGroup(group.name, change)}
        onRemove={() => edited.removeGroup(group.name)}
      />
    );
  const draft = drafts.find(({ key }) => key === shown);
  if (draft)
    return (
      <FieldForm
        key={draft.key}
        draft={draft}
        fields={edited.fields}
        groups={groups}
        problem={problemAt('fields', drafts.indexOf(draft))}
        isTaken={drafts.some(({ key, field }) => key !== draft.key && field.name === draft.field.name)}
        onChange={(change) => edited.change(draft.key, change)}
        onRemove={() => edited.remove(draft.key)}
      />
    );
  return (
    <EmptyState icon={<Icon name="attributes" />} title={t('none')}>
      {t('none.help')}
    </EmptyState>
  );
});
