import { observer } from 'mobx-react-lite';
import { Checkbox, TextField, useTranslate } from '#core/react';
import type { ImportWizard } from '../model/wizard.ts';

/** Which fields become attributes, and their names. */
export const FieldsTable = observer(function FieldsTable({ wizard }: { wizard: ImportWizard }) {
  const t = useTranslate('import');
  if (wizard.fields.length === 0) return <p className="g-muted">{t('fields.none')}</p>;
  const types = new Map(wizard.result!.fields.map(({ name, type }) => [name, type]));
  return (
    <div className="import-fields" role="group" aria-label={t('fields.label')}>
      {wizard.fields.map(({ name, isIncluded, target }, i) => (
        <div key={name} className="import-field">
          <Checkbox isSelected={isIncluded} onChange={(on) => wizard.setField(i, { isIncluded: on })}>
            {name} <span className="g-muted">{t(`field.${types.get(name) ?? 'text'}`)}</span>
          </Checkbox>
          <TextField
            label={t('fields.target', { name })}
            hideLabel
            value={target}
            isDisabled={!isIncluded}
            maxLength={120}
            onChange={(text) => wizard.setField(i, { target: text })}
          />
        </div>
      ))}
    </div>
  );
});
