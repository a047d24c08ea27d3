import { MAX_CODE_RULES, type FieldBookPoint, type FieldBookTypes } from '#core/protocol';
import { Button, ComboBox, Disclosure, Icon, IconButton, useTranslate } from '#core/react';
import { codesOf } from '../model/codes.ts';

type Rules = FieldBookTypes['codes'];
/** Of points that become no object. */
const NONE = '\u0000';

interface Props {
  points: readonly FieldBookPoint[];
  /** Names of the types that points may have. */
  types: readonly string[];
  rules: Rules;
  onChange: (rules: Rules) => void;
}

/** Object types by the codes of the points; the first rule that fits counts. */
export function TypesByCode({ points, types, rules, onChange }: Props) {
  const t = useTranslate('field-book');
  const codes = codesOf(points);
  const free = codes.filter(
    ({ code }) => !rules.some((rule) => rule.code.toLowerCase() === code.toLowerCase()),
  );
  if (codes.length === 0) return null;
  const put = (index: number, rule: Rules[number]) =>
    onChange(rules.map((other, i) => (i === index ? rule : other)));
  const [next] = free;
  return (
    <Disclosure title={t('codes', { count: rules.length, codes: codes.length })}>
      <div className="fbk-form">
        <small className="g-muted">{t('codes.help')}</small>
        {rules.map(({ code, typeName }, index) => (
          <div key={index} className="fbk-rule">
            <ComboBox
              label={t('codes.code')}
              options={codes.map((one) => ({
                value: one.code,
                title: one.code,
                detail: t('points', { count: one.count }),
              }))}
              value={code}
              onChange={(value) => value !== null && put(index, { code: value, typeName })}
              allowsCustomValue
            />
            <ComboBox
              label={t('accept.type')}
              options={[
                { value: NONE, title: t('codes.none') },
                ...types.map((name) => ({ value: name, title: name })),
              ]}
              value={typeName ?? NONE}
              onChange={(value) =>
                value !== null && put(index, { code, typeName: value === NONE ? null : value })
              }
              allowsCustomValue
            />
            <IconButton
              size="s"
              label={t('codes.remove', { code })}
              icon={<Icon name="trash" />}
              onPress={() => onChange(rules.filter((_, i) => i !== index))}
            />
          </div>
        ))}
        {next && rules.length < MAX_CODE_RULES && (
          <Button
            size="s"
            icon={<Icon name="plus" />}
            onPress={() => onChange([...rules, { code: next.code, typeName: next.code }])}
          >
            {t('codes.add', { code: next.code })}
          </Button>
        )}
      </div>
    </Disclosure>
  );
}
