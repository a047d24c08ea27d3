import { observer } from 'mobx-react-lite';
import { NumberField, RadioGroup, useTranslate } from '#core/react';
import type { ExportDesk } from '../model/export-desk.ts';

const SIDES = ['west', 'south', 'east', 'north'] as const;

/** The whole project, or what intersects a box of longitudes and latitudes. */
export const AreaFields = observer(function AreaFields({ desk }: { desk: ExportDesk }) {
  const t = useTranslate('export');
  return (
    <>
      <RadioGroup
        label={t('area')}
        value={desk.area}
        options={[
          { value: 'all', title: t('area.all') },
          { value: 'box', title: t('area.box') },
          ...(desk.kind === 'data' && desk.selected.length > 0
            ? [{ value: 'selection', title: t('area.selection', { count: desk.selected.length }) }]
            : []),
        ]}
        onChange={(area) => {
          desk.choose({ area: area as ExportDesk['area'] });
          const { extent } = desk.project ?? {};
          if (area === 'box' && extent && desk.box.every((value) => value === undefined))
            extent.forEach((value, n) => desk.setBox(n as 0, value));
        }}
      />
      {desk.area === 'box' && (
        <div className="export-box">
          {SIDES.map((side, n) => (
            <NumberField
              key={side}
              label={t(`box.${side}`)}
              unit="°"
              min={n % 2 === 0 ? -180 : -90}
              max={n % 2 === 0 ? 180 : 90}
              step={0.01}
              value={desk.box[n]}
              onChange={(value) => desk.setBox(n as 0, value)}
            />
          ))}
        </div>
      )}
    </>
  );
});
