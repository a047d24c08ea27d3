import { RadioGroup, useContributions, useTextsOf, useTranslate } from '#core/react';
import type { ChosenLayer } from '../model/chosen-layer.ts';
import { ORTHOPHOTOS } from '../model/orthophotos.ts';

interface PresetChoiceProps {
  chosen: ChosenLayer | undefined;
  onChoose: (layer: ChosenLayer | undefined) => void;
}

interface Offer {
  value: string;
  about: string;
  layer: ChosenLayer;
}

/** Layers with known addresses: those that plugins offer, and orthophotos. */
export function PresetChoice({ chosen, onChoose }: PresetChoiceProps) {
  const t = useTranslate('external-layers');
  const offered = useContributions('layerSources').toSorted((a, b) => a.order - b.order);
  useTextsOf(offered);
  const maps = offered.map(({ id, plugin, title, help, source, attribution, maxScale }): Offer => ({
    value: id,
    about: t(`${plugin}:${help}`),
    layer: {
      name: t(`${plugin}:${title}`),
      source,
      attribution,
      minScale: null,
      maxScale: maxScale ?? null,
    },
  }));
  const orthophotos = ORTHOPHOTOS.map(({ area, years, layer }): Offer => ({
    value: area,
    about: layer.attribution,
    layer: { ...layer, name: t('preset.orthophoto', { area, years }) },
  }));
  const groupOf = (offers: readonly Offer[]) => ({
    value: offers.find(({ layer }) => layer.source === chosen?.source)?.value ?? null,
    onChange: (value: string) => onChoose(offers.find((each) => each.value === value)?.layer),
    options: offers.map(({ value, about, layer }) => ({
      value,
      title: (
        <span className="ext-preset">
          {layer.name}
          <small className="g-muted">{about}</small>
        </span>
      ),
    })),
  });
  return (
    <>
      <RadioGroup label={t('add.presets')} hideLabel {...groupOf(maps)} />
      <RadioGroup
        className="ext-orthophotos"
        label={t('preset.orthophotos')}
        description={t('preset.orthophotos.about')}
        {...groupOf(orthophotos)}
      />
    </>
  );
}
