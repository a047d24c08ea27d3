import { observer } from 'mobx-react-lite';
import type { Field } from '#core/protocol';
import { Button, Icon, RadioGroup, useService, useTranslate } from '#core/react';
import { SEARCH } from '../model/search.ts';
import { ConditionRow } from './ConditionRow.tsx';

/** Conditions on the fields of a type, and whether all or any of them must hold. */
export const Conditions = observer(function Conditions({ fields }: { fields: readonly Field[] }) {
  const t = useTranslate('selection-tools');
  const search = useService(SEARCH);
  return (
    <>
      <fieldset>
        <legend>{t('conditions')}</legend>
        {search.conditions.map((condition) => (
          <ConditionRow key={condition.key} condition={condition} fields={fields} search={search} />
        ))}
        {search.conditions.length === 0 && (
          <p className="g-muted">{t(fields.length > 0 ? 'conditions.none' : 'conditions.no-fields')}</p>
        )}
        <Button
          size="s"
          icon={<Icon name="plus" />}
          onPress={() => search.add()}
          isDisabled={fields.length === 0}
        >
          {t('condition.add')}
        </Button>
      </fieldset>
      {search.conditions.length > 1 && (
        <RadioGroup
          label={t('joined')}
          orientation="horizontal"
          options={(['all', 'any'] as const).map((value) => ({ value, title: t(`joined.${value}`) }))}
          value={search.joined}
          onChange={(joined) => search.change({ joined: joined as 'all' | 'any' })}
        />
      )}
    </>
  );
});
