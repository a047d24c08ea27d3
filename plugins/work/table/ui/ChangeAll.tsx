import { useState } from 'react';
import { fieldProblem, isEmpty, titleOf } from '#core/fields';
import type { Field } from '#core/protocol';
import { Button, Dialog, Form, Select, useI18n, useTranslate, ValueField } from '#core/react';

interface ChangeAllProps {
  count: number;
  fields: readonly Field[];
  onChange: (field: Field, value: unknown) => void;
  onClose: () => void;
}

const FORM = 'table-change';

/** Sets one field of all selected objects in one step. */
export function ChangeAll({ count, fields, onChange, onClose }: ChangeAllProps) {
  const t = useTranslate('table');
  const i18n = useI18n();
  const [name, setName] = useState(fields[0]?.name ?? '');
  const [value, setValue] = useState<unknown>();
  const field = fields.find((each) => each.name === name);
  const settled = isEmpty(value) ? undefined : value;
  const problem = field && fieldProblem(field, settled);
  const help = problem ? i18n.t(problem.key, problem.values) : settled === undefined ? t('change.empty') : '';
  return (
    <Dialog
      isOpen
      size="s"
      title={t('change.title', { count })}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('core:dialog.cancel')}</Button>
          <Button type="submit" form={FORM} variant="primary" isDisabled={!field || problem !== undefined}>
            {t('change.action', { count })}
          </Button>
        </>
      }
    >
      <Form
        id={FORM}
        onSubmit={() => {
          if (field && !problem) onChange(field, settled);
        }}
        className="tab-change"
      >
        <Select
          label={t('field')}
          options={fields.map((each) => ({ value: each.name, title: titleOf(each, i18n) }))}
          value={name}
          onChange={(next) => {
            setName(next);
            setValue(undefined);
          }}
        />
        {field && (
          <ValueField
            key={name}
            field={field}
            label={t('value')}
            value={value}
            onChange={setValue}
            isJudged={false}
            description={help}
          />
        )}
        <p className="g-muted">{t('change.back')}</p>
      </Form>
    </Dialog>
  );
}
