import { useState } from 'react';
import type { LayerCredentials } from '#core/protocol';
import { Button, SearchField, Select, TextField, Tree, useTranslate } from '#core/react';
import type { OfferedLayer, OfferedService, OfferedStyle } from '#plugins/work/map-2d/api';
import type { ChosenLayer } from '../model/chosen-layer.ts';
import type { ServiceKind } from '../model/layer-catalogue.ts';
import { AllowServer } from './AllowServer.tsx';
import { CredentialsFields } from './CredentialsFields.tsx';
import { useCatalogue } from './useCatalogue.ts';
import { useReading } from './useReading.ts';

interface ServiceChoiceProps {
  chosen: ChosenLayer | undefined;
  onChoose: (layer: ChosenLayer | undefined) => void;
}

/** Layers listed at a time; more are found by typing. */
const MAX_LISTED = 200;

/** A layer that a WMS, WMTS, WFS or OGC API – Features offers. */
export function ServiceChoice({ chosen, onChoose }: ServiceChoiceProps) {
  const t = useTranslate('external-layers');
  const catalogue = useCatalogue();
  const [kind, setKind] = useState<ServiceKind>('wms');
  const [address, setAddress] = useState('');
  const [credentials, setCredentials] = useState<LayerCredentials>();
  const { found: service, error, refused, isReading, read } = useReading<OfferedService>();
  const start = () => {
    onChoose(undefined);
    void read((signal) => catalogue.offeredBy(kind, address.trim(), credentials, signal));
  };
  const choose = (layer: OfferedLayer, style?: OfferedStyle) =>
    onChoose({
      name: layer.title.slice(0, 120),
      source: styled(layer, style),
      attribution: layer.attribution.slice(0, 500),
      minScale: layer.minScale,
      maxScale: layer.maxScale,
      credentials,
    });
  return (
    <div className="ext-fields">
      <Select
        label={t('service.kind')}
        options={[
          { value: 'wms', title: 'WMS' },
          { value: 'wmts', title: 'WMTS' },
          { value: 'wfs', title: 'WFS' },
          { value: 'ogcapi', title: 'OGC API – Features' },
        ]}
        value={kind}
        onChange={(value) => setKind(value as ServiceKind)}
      />
      <TextField
        label={t('service.url')}
        placeholder="https://…"
        value={address}
        onChange={setAddress}
        error={error}
        maxLength={2000}
      />
      <CredentialsFields value={credentials} onChange={setCredentials} />
      <Button className="ext-connect" isDisabled={isReading || address.trim() === ''} onPress={start}>
        {t(isReading ? 'service.reading' : 'service.read')}
      </Button>
      {refused !== undefined && <AllowServer server={refused} onAllowed={start} />}
      {service && <Offered service={service} chosen={chosen} onChoose={choose} />}
    </div>
  );
}

interface OfferedProps {
  service: OfferedService;
  chosen: ChosenLayer | undefined;
  onChoose: (layer: OfferedLayer, style?: OfferedStyle) => void;
}

function Offered({ service, chosen, onChoose }: OfferedProps) {
  const t = useTranslate('external-layers');
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const found = service.layers.filter(({ id, title, group }) =>
    `${id} ${title} ${group}`.toLowerCase().includes(wanted),
  );
  const layer = service.layers.find(({ id }) => id === nameIn(chosen));
  return (
    <>
      <p className="g-muted">{t('service.found', { title: service.title, count: service.layers.length })}</p>
      <SearchField label={t('service.search')} value={words} onChange={setWords} />
      <Tree
        className="ext-offered"
        label={t('service.layers')}
        items={found.slice(0, MAX_LISTED)}
        itemId={({ id }) => id}
        itemText={({ title }) => title}
        selection="single"
        selected={new Set(layer ? [layer.id] : [])}
        onSelect={(ids) => {
          const picked = service.layers.find(({ id }) => ids.has(id));
          if (picked) onChoose(picked);
        }}
        row={({ title, group, id }) => (
          <span className="ext-preset">
            {title}
            <small className="g-muted">{group === '' ? id : `${group} · ${id}`}</small>
          </span>
        )}
        empty={t('service.none')}
      />
      {found.length > MAX_LISTED && (
        <p className="g-muted">{t('service.more', { shown: MAX_LISTED, count: found.length })}</p>
      )}
      {layer && layer.styles.length > 1 && (
        <Select
          label={t('service.style')}
          options={layer.styles.map(({ name, title }) => ({ value: name, title }))}
          value={styleIn(chosen) || layer.styles[0]!.name}
          onChange={(name) =>
            onChoose(
              layer,
              layer.styles.find((style) => style.name === name),
            )
          }
        />
      )}
    </>
  );
}

function styled({ source }: OfferedLayer, style: OfferedStyle | undefined): OfferedLayer['source'] {
  if (!style) return source;
  if (source.kind === 'wms') return { ...source, styles: style.name, legend: style.legend };
  return source.kind === 'wmts' ? { ...source, style: style.name } : source;
}

function nameIn(chosen: ChosenLayer | undefined): string | undefined {
  const source = chosen?.source;
  switch (source?.kind) {
    case 'wms':
      return source.layers;
    case 'wmts':
      return source.layer;
    case 'features':
      return source.typeName;
    default:
      return undefined;
  }
}

function styleIn(chosen: ChosenLayer | undefined): string {
  const source = chosen?.source;
  return source?.kind === 'wms' ? source.styles : source?.kind === 'wmts' ? source.style : '';
}
