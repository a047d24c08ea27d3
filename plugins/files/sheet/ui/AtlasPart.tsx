import { observer } from 'mobx-react-lite';
import { Checkbox, NumberField, Select, useObservable, useService, useTranslate } from '#core/react';
import { SHEET_DESK } from '../model/sheet-desk.ts';
import { useTypeOptions } from './useTypeOptions.ts';

const KINDS = ['none', 'objects', 'line'] as const;

/** A page for each object of a type, or along the selected line. */
export const AtlasPart = observer(function AtlasPart() {
  const t = useTranslate('sheet');
  const desk = useService(SHEET_DESK);
  const types = useTypeOptions();
  const selected = useObservable(desk.selected$, []);
  const { atlas } = desk;
  const only = selected.length === 1 ? selected[0] : undefined;
  const choose = (kind: string) => {
    const [first] = types;
    if (kind === 'objects' && first) desk.setOutput({ atlas: { kind, typeName: first.value, fit: true } });
    else if (kind === 'line' && only !== undefined)
      desk.setOutput({ atlas: { kind, objectId: only, overlap: 0.1 } });
    else desk.setOutput({ atlas: undefined });
  };
  return (
    <div className="sheet-part">
      <Select
        label={t('atlas.kind')}
        value={atlas?.kind ?? 'none'}
        options={KINDS.map((value) => ({
          value,
          title: t(`atlas.${value}`),
          isDisabled: value === 'line' && only === undefined && atlas?.kind !== 'line',
        }))}
        onChange={choose}
      />
      <p className="g-muted">{t('atlas.help')}</p>
      {atlas?.kind === 'objects' && (
        <>
          <Select
            label={t('atlas.type')}
            value={atlas.typeName}
            options={types}
            onChange={(typeName) => desk.setOutput({ atlas: { ...atlas, typeName } })}
          />
          <Checkbox
            isSelected={atlas.fit}
            description={t('atlas.fit.help')}
            onChange={(fit) => desk.setOutput({ atlas: { ...atlas, fit } })}
          >
            {t('atlas.fit')}
          </Checkbox>
        </>
      )}
      {atlas?.kind === 'line' && (
        <NumberField
          label={t('atlas.overlap')}
          unit="%"
          min={0}
          max={50}
          value={Math.round(atlas.overlap * 100)}
          onChange={(percent) => desk.setOutput({ atlas: { ...atlas, overlap: (percent ?? 0) / 100 } })}
        />
      )}
    </div>
  );
});
