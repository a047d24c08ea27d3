import { observer } from 'mobx-react-lite';
import { EXPORT_FORMATS, MAX_WRITTEN_DECIMALS, TEXT_ENCODINGS, type TextEncoding } from '#core/protocol';
import { Checkbox, Icon, NumberField, RadioGroup, Select, useTranslate } from '#core/react';
import type { ExportDesk } from '../model/export-desk.ts';

export const FormatFields = observer(function FormatFields({ desk }: { desk: ExportDesk }) {
  const t = useTranslate('export');
  return (
    <>
      <fieldset className="export-group">
        <legend className="g-label">{t('formats')}</legend>
        <ul className="export-formats">
          {EXPORT_FORMATS.map((format) => (
            <li key={format}>
              <Checkbox
                isSelected={desk.formats.has(format)}
                description={t(`format.${format}.help`)}
                onChange={(chosen) => desk.setFormat(format, chosen)}
              >
                {t(`format.${format}`)}
              </Checkbox>
            </li>
          ))}
        </ul>
      </fieldset>
      {desk.formats.has('dxf') && desk.degrees && (
        <p className="g-warning" role="status">
          <Icon name="warning" size={16} />
          {t('dxf.degrees', { crs: desk.crs ?? '' })}
        </p>
      )}
      {desk.formats.has('dxf') && (
        <>
          <Checkbox
            isSelected={desk.isDrawn}
            description={t('dxf.drawn.help')}
            onChange={(isDrawn) => desk.choose({ isDrawn })}
          >
            {t('dxf.drawn')}
          </Checkbox>
          {desk.isDrawn && (
            <NumberField
              label={t('dxf.scale')}
              value={desk.drawingScale}
              min={1}
              max={10_000_000}
              onChange={(scale) => scale !== undefined && desk.choose({ drawingScale: scale })}
            />
          )}
        </>
      )}
      {(desk.formats.has('csv') || desk.formats.has('xlsx')) && (
        <RadioGroup
          label={t('csv')}
          value={desk.csvGeometry}
          options={[
            { value: 'wkt', title: t('csv.wkt') },
            { value: 'xyz', title: t('csv.xyz') },
          ]}
          onChange={(value) => desk.choose({ csvGeometry: value as ExportDesk['csvGeometry'] })}
        />
      )}
      {(desk.formats.has('csv') || desk.formats.has('shapefile')) && (
        <Select
          label={t('encoding')}
          description={t('encoding.help')}
          value={desk.encoding}
          options={TEXT_ENCODINGS.map((value) => ({ value, title: t(`encoding.${value}`) }))}
          onChange={(value) => desk.choose({ encoding: value as TextEncoding })}
        />
      )}
      <NumberField
        label={t('decimals')}
        description={t('decimals.help')}
        value={desk.decimals}
        min={0}
        max={MAX_WRITTEN_DECIMALS}
        digits={0}
        onChange={(value) => desk.choose({ decimals: value === undefined ? undefined : Math.round(value) })}
      />
      <Checkbox isSelected={desk.heights} onChange={(heights) => desk.choose({ heights })}>
        {t('heights')}
      </Checkbox>
    </>
  );
});
