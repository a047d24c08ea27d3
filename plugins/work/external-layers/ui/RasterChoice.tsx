import { useState } from 'react';
import type { LayerCredentials } from '#core/protocol';
import { Button, TextField, useI18n, useTranslate } from '#core/react';
import type { ChosenLayer } from '../model/chosen-layer.ts';
import type { ProposedRaster } from '../model/raster/propose.ts';
import { AllowServer } from './AllowServer.tsx';
import { CredentialsFields } from './CredentialsFields.tsx';
import { useCatalogue } from './useCatalogue.ts';
import { useReading } from './useReading.ts';
import { RasterFields } from './RasterFields.tsx';

interface RasterChoiceProps {
  chosen: ChosenLayer | undefined;
  onChoose: (layer: ChosenLayer | undefined) => void;
}

/** A Cloud Optimized GeoTIFF, such as an orthophoto or an elevation model. */
export function RasterChoice({ chosen, onChoose }: RasterChoiceProps) {
  const t = useTranslate('external-layers');
  const catalogue = useCatalogue();
  const [address, setAddress] = useState('');
  const [credentials, setCredentials] = useState<LayerCredentials>();
  const { found: raster, error, refused, isReading, read } = useReading<ProposedRaster>();
  const start = async () => {
    onChoose(undefined);
    const found = await read((signal) => catalogue.rasterAt(address.trim(), credentials, signal));
    if (!found) return;
    const { source, maxScale } = found;
    onChoose({ name: nameOf(source.url), source, attribution: '', minScale: null, maxScale, credentials });
  };
  return (
    <div className="ext-fields">
      <TextField
        label={t('raster.url')}
        description={t('raster.url.help')}
        placeholder="https://…/orthophoto.tif"
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
        {t(isReading ? 'service.reading' : 'raster.read')}
      </Button>
      {refused !== undefined && <AllowServer server={refused} onAllowed={start} />}
      {raster && <RasterFacts raster={raster} />}
      {chosen?.source.kind === 'geotiff' && (
        <RasterFields source={chosen.source} onChange={(source) => onChoose({ ...chosen, source })} />
      )}
    </div>
  );
}

function RasterFacts({ raster: { source, width, height, pixelSize, maxScale } }: { raster: ProposedRaster }) {
  const t = useTranslate('external-layers');
  const i18n = useI18n();
  return (
    <p className="g-muted">
      {t('raster.facts', {
        width: i18n.number(width),
        height: i18n.number(height),
        size: i18n.number(pixelSize, { maximumSignificantDigits: 3 }),
        crs: source.crs,
        count: source.bandCount,
      })}
      {maxScale !== null && ` ${t('raster.no-overviews', { scale: i18n.number(maxScale) })}`}
    </p>
  );
}

function nameOf(address: string): string {
  const file = decodeURIComponent(new URL(address).pathname.split('/').at(-1) ?? '');
  return file.replace(/\.tiff?$/i, '').slice(0, 120);
}
