import {
  ANGLE_UNITS,
  AREA_UNITS,
  LENGTH_UNITS,
  type AngleUnit,
  type AreaUnit,
  type DisplayFormat,
  type LengthUnit,
} from '#core/protocol';
import { Select, useI18n, useTranslate } from '#core/react';
import { withAngleUnit, withAreaUnit, withLengthUnit } from '../model/format-options.ts';
import './FormatFields.css';

interface FormatFieldsProps {
  format: DisplayFormat;
  onChange: (format: DisplayFormat) => void;
}

/** The person's own angle unit. */
const OWN = 'own';

/** Units and decimals in which a project shows lengths, areas, angles and coordinates. */
export function FormatFields({ format, onChange }: FormatFieldsProps) {
  const t = useTranslate('projects');
  const i18n = useI18n();
  const decimals = (label: string, value: number, max: number, choose: (digits: number) => void) => (
    <Select
      label={label}
      options={Array.from({ length: max + 1 }, (_, digits) => ({
        value: String(digits),
        title: i18n.number(10 ** -digits, { minimumFractionDigits: digits }),
      }))}
      value={String(value)}
      onChange={(digits) => choose(Number(digits))}
    />
  );
  const unit = (value: string) => ({ value, title: t(`unit.${value}`) });
  return (
    <div className="projects-format">
      <p className="g-muted">{t('format.help')}</p>
      <Select
        label={t('format.lengths')}
        options={LENGTH_UNITS.map(unit)}
        value={format.lengthUnit}
        onChange={(chosen) => onChange(withLengthUnit(format, chosen as LengthUnit))}
      />
      {decimals(t('format.lengths.digits'), format.lengthDigits, 6, (lengthDigits) =>
        onChange({ ...format, lengthDigits }),
      )}
      <Select
        label={t('format.areas')}
        options={AREA_UNITS.map(unit)}
        value={format.areaUnit}
        onChange={(chosen) => onChange(withAreaUnit(format, chosen as AreaUnit))}
      />
      {decimals(t('format.areas.digits'), format.areaDigits, 8, (areaDigits) =>
        onChange({ ...format, areaDigits }),
      )}
      <Select
        label={t('format.angles')}
        options={[{ value: OWN, title: t('unit.own') }, ...ANGLE_UNITS.map(unit)]}
        value={format.angleUnit ?? OWN}
        onChange={(chosen) => onChange(withAngleUnit(format, chosen === OWN ? null : (chosen as AngleUnit)))}
      />
      {format.angleDigits !== null &&
        decimals(
          t(format.angleUnit === 'dms' ? 'format.seconds.digits' : 'format.angles.digits'),
          format.angleDigits,
          8,
          (angleDigits) => onChange({ ...format, angleDigits }),
        )}
      <div className="projects-format-last">
        {decimals(t('format.coordinates.digits'), format.coordinateDigits, 6, (coordinateDigits) =>
          onChange({ ...format, coordinateDigits }),
        )}
      </div>
    </div>
  );
}
