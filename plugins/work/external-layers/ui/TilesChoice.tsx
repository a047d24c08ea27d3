import { useState } from 'react';
import { NumberField, TextField, useTranslate } from '#core/react';
import type { ChosenLayer } from '../model/chosen-layer.ts';

interface TilesChoiceProps {
  onChoose: (layer: ChosenLayer | undefined) => void;
}

/** Tiles in Web Mercator by the pattern of their addresses. */
export function TilesChoice({ onChoose }: TilesChoiceProps) {
  const t = useTranslate('external-layers');
  const [url, setUrl] = useState('');
  const [attribution, setAttribution] = useState('');
  const [zooms, setZooms] = useState<readonly [number | undefined, number | undefined]>([0, 19]);
  const choose = (next: { url?: string; attribution?: string; zooms?: typeof zooms }) => {
    const now = { url, attribution, zooms, ...next };
    setUrl(now.url);
    setAttribution(now.attribution);
    setZooms(now.zooms);
    const [minZoom, maxZoom] = now.zooms;
    const isWhole = minZoom !== undefined && maxZoom !== undefined && minZoom <= maxZoom;
    if (!isWhole || !isPattern(now.url.trim())) return onChoose(undefined);
    const source = { kind: 'xyz', url: now.url.trim(), minZoom, maxZoom } as const;
    const name = new URL(source.url.replace(/[{}]/g, '')).hostname;
    onChoose({ name, source, attribution: now.attribution, minScale: null, maxScale: null });
  };
  const isWrong = url.trim() !== '' && !isPattern(url.trim());
  return (
    <div className="ext-fields">
      <TextField
        label={t('tiles.url')}
        description={t('tiles.url.help')}
        placeholder="https://…/{z}/{x}/{y}.png"
        value={url}
        onChange={(value) => choose({ url: value })}
        error={isWrong ? t('tiles.url.wrong') : undefined}
        maxLength={2000}
      />
      <div className="ext-pair">
        <NumberField
          label={t('tiles.min')}
          value={zooms[0]}
          onChange={(zoom) => choose({ zooms: [zoom, zooms[1]] })}
          min={0}
          max={30}
          digits={0}
        />
        <NumberField
          label={t('tiles.max')}
          value={zooms[1]}
          onChange={(zoom) => choose({ zooms: [zooms[0], zoom] })}
          min={0}
          max={30}
          digits={0}
        />
      </div>
      <TextField
        label={t('attribution')}
        value={attribution}
        onChange={(value) => choose({ attribution: value })}
        maxLength={500}
      />
    </div>
  );
}

function isPattern(text: string): boolean {
  const hasPlaces = /\{z\}/.test(text) && /\{x\}/.test(text) && /\{-?y\}/.test(text);
  return hasPlaces && /^https?:\/\//.test(text) && URL.canParse(text.replace(/[{}]/g, ''));
}
