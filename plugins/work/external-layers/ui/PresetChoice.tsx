import { RadioGroup, useContributions, useTextsOf, useTranslate } from '#core/react';
import type { ChosenLayer } from '../model/chosen-layer.ts';

interface PresetChoiceProps {
  chosen: ChosenLayer | undefined;
  onChoose: (layer: ChosenLayer | undefined) => void;
}

/** Layers with known addresses, which plugins offer. */
export function PresetChoice({ chosen, onChoose }: PresetChoiceProps) {
  const t = useTranslate('external-layers');
  const offered = useContributions('layerSources').toSorted((a, b) => a.order - b.order);
  useTextsOf(offered);
  const selected = offered.find(({ source }) => source === chosen?.source);
  return (
    <RadioGroup
      label={t('add.presets')}
      hideLabel
      value={selected?.id ?? null}
      onChange={(id) => {
        const { plugin, title, source, attribution, maxScale } = offered.find((each) => each.id === id)!;
        const name = t(`${plugin}:${title}`);
        onChoose({ name, source, attribution, minScale: null, maxScale: maxScale ?? null });
      }}
      options={offered.map(({ id, plugin, title, help }) => ({
        value: id,
        title: (
          <span className="ext-preset">
            {t(`${plugin}:${title}`)}
            <small className="g-muted">{t(`${plugin}:${help}`)}</small>
          </span>
        ),
      }))}
    />
  );
}
