import type { LayoutProblem } from '#core/fields';
import type { FieldGroup } from '#core/protocol';
import { TextField, useTranslate } from '#core/react';
import { ConditionField } from './ConditionField.tsx';
import { RemoveButton } from './RemoveButton.tsx';

interface GroupFormProps {
  group: FieldGroup;
  problem: LayoutProblem | undefined;
  onChange: (change: Partial<FieldGroup>) => void;
  onRemove: () => void;
}

/** Title and condition of a group of fields. */
export function GroupForm({ group: { title, when }, problem, onChange, onRemove }: GroupFormProps) {
  const t = useTranslate('object-types');
  return (
    <div className="types-form">
      <div className="g-form-row">
        <TextField
          label={t('title.en')}
          value={title.en}
          onChange={(en) => onChange({ title: { ...title, en } })}
          maxLength={200}
          autoFocus={title.en === '' && title.it === ''}
        />
        <TextField
          label={t('title.it')}
          value={title.it}
          onChange={(it) => onChange({ title: { ...title, it } })}
          maxLength={200}
        />
      </div>
      <ConditionField
        value={when}
        problem={problem}
        description={t('group.when.help', { example: "kind = 'well'" })}
        onChange={(next) => onChange({ when: next })}
      />
      <RemoveButton onPress={onRemove}>{t('group.remove')}</RemoveButton>
    </div>
  );
}
