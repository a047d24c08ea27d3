import { observer } from 'mobx-react-lite';
import { Checkbox, Disclosure, LengthField, useTranslate } from '#core/react';
import { KINDS } from '../model/finding.ts';
import type { Validation } from '../model/validation.ts';

/** Which checks to run, and their tolerances. */
export const CheckChoices = observer(function CheckChoices({ validation }: { validation: Validation }) {
  const t = useTranslate('validate');
  const { checks } = validation.stored;
  const on = KINDS.filter((kind) => checks[kind].on).length;
  return (
    <Disclosure title={t('checks', { on, all: KINDS.length })}>
      <div className="val-checks">
        {KINDS.map((kind) => {
          const { on: isOn, metres } = checks[kind];
          return (
            <div key={kind} className="val-check">
              <Checkbox
                isSelected={isOn}
                onChange={(next) => validation.choose(kind, { on: next })}
                description={t(`help.${kind}`)}
              >
                {t(`kind.${kind}`)}
              </Checkbox>
              {metres !== undefined && (
                <LengthField
                  label={t('tolerance', { kind: t(`kind.${kind}`) })}
                  hideLabel
                  min={0}
                  max={1000}
                  step={0.001}
                  isDisabled={!isOn}
                  value={metres}
                  onChange={(next) => next !== undefined && validation.choose(kind, { metres: next })}
                />
              )}
            </div>
          );
        })}
        <p className="g-help">{t('tolerance.help')}</p>
      </div>
    </Disclosure>
  );
});
