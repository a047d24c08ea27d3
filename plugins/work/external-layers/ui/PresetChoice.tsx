import { RadioGroup, useTranslate } from '#core/react';
import type { ChosenLayer } from '../model/chosen-layer.ts';
import { PRESETS } from '../model/presets.ts';

interface PresetChoiceProps {
  chosen: ChosenLayer | undefined;
  onChoose: (layer: ChosenLayer | undefined) => void;
}

/** Layers with known addresses. */
export function PresetChoice({ chosen, onChoose }: PresetChoiceProps) {
  const t = useTranslate('external-layers');
  const selected = PRESETS.find(({ source }) => source === chosen?.source);
  return (
    <RadioGroup
      label={t('add.presets')}
      hideLabel
      value={selected?.id ?? null}
      onChange={(id) => {
        const { source, attribution, maxScale } = PRESETS.find((preset) => preset.id === id)!;
        onChoose({ name: t(`preset.${id}`), source, attribution, minScale: null, maxScale });
      }}
      options={PRESETS.map(({ id }) => ({
        value: id,
        title: (
          <span className="ext-preset">
            {t(`preset.${id}`)}
            <small className="g-muted">{t(`preset.${id}.about`)}</small>
          </span>
        ),
      }))}
    />
  );
}
