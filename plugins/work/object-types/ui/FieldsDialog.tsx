import { observer } from 'mobx-react-lite';
import { titleOf } from '#core/fields';
import { Button, Dialog, EmptyState, Form, Icon, Tree, useI18n, useService, useTranslate } from '#core/react';
import { EDITED_FIELDS } from '../model/edited-fields.ts';
import { Effects } from './Effects.tsx';
import { FieldForm } from './FieldForm.tsx';
import './fields.css';

const FORM = 'object-types-fields';

/** The fields of an object type, then what saving them does to the stored values. */
export default observer(function FieldsDialog() {
  const t = useTranslate('object-types');
  const i18n = useI18n();
  const edited = useService(EDITED_FIELDS);
  const { type, drafts, shown, effects } = edited;
  if (!type) return null;
  const draft = drafts.find(({ key }) => key === shown);
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
              <Tree
                label={t('list')}
                items={drafts}
                itemId={({ key }) => key}
                itemText={({ field }) => titleOf(field, i18n)}
                row={({ field }) => (
                  <>
                    <span className="types-name">{titleOf(field, i18n)}</span>
                    <span className="g-muted">
                      {t(field.computed === undefined ? `type.${field.type}` : 'computed')}
                    </span>
                  </>
                )}
                selection="single"
                selected={new Set(shown === undefined ? [] : [shown])}
                onSelect={([key]) => key !== undefined && edited.show(key)}
                onMove={(keys, { id, position }) => position !== 'on' && edited.move(keys, id, position)}
                empty={<p className="g-muted">{t('none')}</p>}
              />
              <Button size="s" icon={<Icon name="plus" />} onPress={() => edited.add()}>
                {t('add')}
              </Button>
            </div>
            {draft ? (
              <FieldForm
                key={draft.key}
                draft={draft}
                fields={edited.fields}
                isTaken={drafts.some(
                  ({ key, field }) => key !== draft.key && field.name === draft.field.name,
                )}
                onChange={(change) => edited.change(draft.key, change)}
                onRemove={() => edited.remove(draft.key)}
              />
            ) : (
              <EmptyState icon={<Icon name="attributes" />} title={t('none')}>
                {t('none.help')}
              </EmptyState>
            )}
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
