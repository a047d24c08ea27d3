import type { CloudUnit } from '#core/protocol';
import { Select, useTranslate } from '#core/react';

interface Units {
  unit: CloudUnit;
  heightUnit: CloudUnit;
}
interface UnitFieldsProps extends Units {
  /** Degrees have no other unit, and a COPC is shown as it is stored. */
  hasUnit: boolean;
  onChange: (change: Partial<Units>) => void;
}

const UNITS: readonly CloudUnit[] = ['stated', 'metre', 'foot', 'us-survey-foot'];

/** Units of the coordinates and heights in a file: as stated, or chosen. */
export function UnitFields({ unit, heightUnit, hasUnit, onChange }: UnitFieldsProps) {
  const t = useTranslate('clouds');
  const options = (stated: string) =>
    UNITS.map((value) => ({ value, title: value === 'stated' ? stated : t(`units.${value}`) }));
  return (
    <div className="clouds-units">
      {hasUnit && (
        <Select
          label={t('unit')}
          value={unit}
          options={options(t('unit.stated'))}
          onChange={(value) => onChange({ unit: value as CloudUnit })}
        />
      )}
      <Select
        label={t('heightUnit')}
        value={heightUnit}
        options={options(t('heightUnit.stated'))}
        onChange={(value) => onChange({ heightUnit: value as CloudUnit })}
      />
    </div>
  );
}
