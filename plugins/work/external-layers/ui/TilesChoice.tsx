import { useState } from 'react';
import { TextField, useTranslate } from '#core/react';
import type { ChosenLayer } from '../model/chosen-layer.ts';
import { isTilePattern } from '../model/vector/tile-pattern.ts';
import { ZoomFields } from './ZoomFields.tsx';

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
    if (!isWhole || !isTilePattern(now.url.trim())) return onChoose(undefined);
    const source = { kind: 'xyz', url: now.url.trim(), minZoom, maxZoom } as const;
    const name = new URL(source.url.replace(/[{}]/g, '')).hostname;
    onChoose({ name, source, attribution: now.attribution, minScale: null, maxScale: null });
  };
  const isWrong = url.trim() !== '' && !isTilePattern(url.trim());
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
      <ZoomFields zooms={zooms} onChange={(next) => choose({ zooms: next })} />
      <TextField
        label={t('attribution')}
        value={attribution}
        onChange={(value) => choose({ attribution: value })}
        maxLength={500}
      />
    </div>
  );
}
