import { useState } from 'react';
import type { LayerCredentials } from '#core/protocol';
import { Button, TextField, useTranslate } from '#core/react';
import type { ChosenLayer } from '../model/chosen-layer.ts';
import type { OfferedTiles } from '../model/vector/offered-tiles.ts';
import { AllowServer } from './AllowServer.tsx';
import { ColourField } from './ColourField.tsx';
import { CredentialsFields } from './CredentialsFields.tsx';
import { useCatalogue } from './useCatalogue.ts';
import { useReading } from './useReading.ts';
import { VectorStyleField } from './VectorStyleField.tsx';
import { ZoomFields } from './ZoomFields.tsx';

interface VectorTilesChoiceProps {
  chosen: ChosenLayer | undefined;
  onChoose: (layer: ChosenLayer | undefined) => void;
}

/** Vector tiles: by a Mapbox style, a TileJSON, a PMTiles file, or the pattern of their addresses. */
export function VectorTilesChoice({ chosen, onChoose }: VectorTilesChoiceProps) {
  const t = useTranslate('external-layers');
  const catalogue = useCatalogue();
  const [address, setAddress] = useState('');
  const [credentials, setCredentials] = useState<LayerCredentials>();
  const { error, refused, isReading, read } = useReading<OfferedTiles>();
  const source = chosen?.source.kind === 'vector-tiles' ? chosen.source : undefined;
  const start = async () => {
    onChoose(undefined);
    const found = await read((signal) => catalogue.vectorTilesAt(address.trim(), credentials, signal));
    if (found) onChoose({ ...found, minScale: null, maxScale: null, credentials });
  };
  const change = (next: typeof source) => chosen && next && onChoose({ ...chosen, source: next });
  return (
    <div className="ext-fields">
      <TextField
        label={t('vector-tiles.url')}
        description={t('vector-tiles.url.help')}
        placeholder="https://…/tiles.json"
        value={address}
        onChange={setAddress}
        error={error}
        maxLength={2000}
      />
      <CredentialsFields value={credentials} onChange={setCredentials} />
      <Button
        className="ext-connect"
        isDisabled={isReading || address.trim() === ''}
        onPress={() => void start()}
      >
        {t(isReading ? 'service.reading' : 'vector-tiles.read')}
      </Button>
      {refused !== undefined && <AllowServer server={refused} onAllowed={start} />}
      {source && (
        <>
          {source.archive === 'none' && (
            <ZoomFields
              zooms={[source.minZoom, source.maxZoom]}
              onChange={([minZoom, maxZoom]) =>
                change({ ...source, minZoom: minZoom ?? 0, maxZoom: maxZoom ?? source.maxZoom })
              }
            />
          )}
          <VectorStyleField source={source} onChange={change} />
          {source.style === null && (
            <ColourField value={source.colour} onChange={(colour) => change({ ...source, colour })} />
          )}
        </>
      )}
    </div>
  );
}
