import { observer } from 'mobx-react-lite';
import {
  Button,
  ComboBox,
  Disclosure,
  Icon,
  IconButton,
  Select,
  TextField,
  useService,
  useTranslate,
} from '#core/react';
import type { BimFilter } from '#core/protocol';
import { MODEL_FINDER, type BimCondition } from '../model/finding.ts';

const COMPARISONS = [
  'present',
  'absent',
  'equal',
  'unequal',
  'contains',
  'less',
  'most',
  'more',
  'least',
] as const;
const LINKED = ['any', 'objects', 'files', 'none'] as const;
const MOST = 20;

/** Conditions on properties, all of which hold of what is found. */
export const Conditions = observer(function Conditions() {
  const t = useTranslate('bim-viewer');
  const finder = useService(MODEL_FINDER);
  const { conditions, names } = finder;
  const options = names.map(({ set, name, unit }, i) => ({
    value: String(i),
    title: `${set === '' ? name : `${set} · ${name}`}${unit === null ? '' : ` (${unit})`}`,
  }));
  const change = (at: number, change: Partial<BimCondition>) =>
    finder.setConditions(conditions.map((one, i) => (i === at ? { ...one, ...change } : one)));
  return (
    <Disclosure title={t('conditions', { count: conditions.length + (finder.linked ? 1 : 0) })}>
      <Select
        label={t('linked')}
        value={finder.linked ?? 'any'}
        options={LINKED.map((one) => ({ value: one, title: t(`linked.${one}`) }))}
        onChange={(one) => finder.setLinked(one === 'any' ? undefined : (one as BimFilter['linked']))}
      />
      <ul className="bim-conditions">
        {conditions.map((condition, at) => {
          const chosen = names.findIndex(
            ({ set, name }) => name === condition.name && set === (condition.set ?? ''),
          );
          const isNumber = names[chosen]?.isNumber === true;
          return (
            <li key={at}>
              <ComboBox
                label={t('condition.property')}
                options={options}
                value={chosen < 0 ? null : String(chosen)}
                onChange={(value) => {
                  const one = value === null ? undefined : names[Number(value)];
                  if (one) change(at, { name: one.name, set: one.set === '' ? undefined : one.set });
                }}
              />
              <Select
                label={t('condition.is')}
                hideLabel
                value={condition.is}
                options={COMPARISONS.map((one) => ({ value: one, title: t(`condition.${one}`) }))}
                onChange={(is) => change(at, { is: is as BimCondition['is'] })}
              />
              {condition.is !== 'present' && condition.is !== 'absent' && (
                <TextField
                  label={t('condition.value')}
                  value={String(condition.value ?? '')}
                  onChange={(text) => {
                    const number = Number(text.replace(',', '.'));
                    change(at, {
                      value: isNumber && text.trim() !== '' && Number.isFinite(number) ? number : text,
                    });
                  }}
                />
              )}
              <IconButton
                size="s"
                label={t('condition.remove')}
                icon={<Icon name="close" />}
                onPress={() => finder.setConditions(conditions.filter((_, i) => i !== at))}
              />
            </li>
          );
        })}
      </ul>
      {conditions.length < MOST && names[0] && (
        <Button
          size="s"
          onPress={() => {
            const [{ set, name }] = names as [(typeof names)[0]];
            finder.setConditions([...conditions, { ...(set !== '' && { set }), name, is: 'present' }]);
          }}
        >
          {t('condition.add')}
        </Button>
      )}
    </Disclosure>
  );
});
