import { observer } from 'mobx-react-lite';
import { GRID_KINDS, NORTHS } from '#core/protocol';
import { Checkbox, NumberField, Select, useService, useTranslate } from '#core/react';
import { SHEET_DESK } from '../model/sheet-desk.ts';
import { CrsChoice } from './CrsChoice.tsx';
import { useTypeOptions } from './useTypeOptions.ts';

const NONE = 'none';
const ALL = '';
const TABLES = ['coordinates', 'areas'] as const;

/** What is drawn besides the frames, and where. */
export const ContentsPart = observer(function ContentsPart() {
  const t = useTranslate('sheet');
  const desk = useService(SHEET_DESK);
  const types = useTypeOptions();
  const { layout } = desk;
  const { grid, north, panel } = layout;
  return (
    <div className="sheet-part">
      <div className="sheet-fields">
        <Select
          label={t('grid')}
          value={grid?.kind ?? NONE}
          options={[NONE, ...GRID_KINDS].map((value) => ({ value, title: t(`grid.${value}`) }))}
          onChange={(value) => {
            const kind = GRID_KINDS.find((one) => one === value);
            desk.change({ grid: kind && { ...grid, kind } });
          }}
        />
        {grid && (
          <NumberField
            label={t('grid.step')}
            description={t('grid.step.help')}
            value={grid.step}
            onChange={(step) =>
              desk.change({ grid: { ...grid, step: step !== undefined && step > 0 ? step : undefined } })
            }
          />
        )}
      </div>
      {grid && (
        <CrsChoice
          label={t('grid.crs')}
          description={t('grid.crs.help')}
          value={grid.crs ?? desk.crs}
          onChange={(crs) => desk.change({ grid: { ...grid, crs: crs === desk.crs ? undefined : crs } })}
        />
      )}
      <Select
        label={t('north')}
        value={north ?? NONE}
        options={[NONE, ...NORTHS].map((value) => ({ value, title: t(`north.${value}`) }))}
        onChange={(value) => desk.change({ north: NORTHS.find((one) => one === value) })}
      />
      <Checkbox isSelected={layout.scaleBar} onChange={(scaleBar) => desk.change({ scaleBar })}>
        {t('scale-bar')}
      </Checkbox>
      <Checkbox isSelected={layout.legend} onChange={(legend) => desk.change({ legend })}>
        {t('legend')}
      </Checkbox>
      {TABLES.map((table) => (
        <div key={table} className="sheet-table">
          <Checkbox
            isSelected={layout[table] !== undefined}
            onChange={(isShown) => desk.change({ [table]: isShown ? {} : undefined })}
          >
            {t(table)}
          </Checkbox>
          {layout[table] && (
            <Select
              label={t('table.type')}
              value={layout[table].typeName ?? ALL}
              options={[{ value: ALL, title: t('table.all') }, ...types]}
              onChange={(value) => desk.change({ [table]: value === ALL ? {} : { typeName: value } })}
            />
          )}
        </div>
      ))}
      <div className="sheet-fields">
        <Select
          label={t('panel')}
          value={panel.side}
          options={(['right', 'bottom'] as const).map((value) => ({ value, title: t(`panel.${value}`) }))}
          onChange={(value) => desk.change({ panel: { ...panel, side: value as typeof panel.side } })}
        />
        <NumberField
          label={t(`panel.size.${panel.side}`)}
          unit="mm"
          value={panel.size}
          min={30}
          max={300}
          onChange={(size) => size !== undefined && desk.change({ panel: { ...panel, size } })}
        />
      </div>
    </div>
  );
});
