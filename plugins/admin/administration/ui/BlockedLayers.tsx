import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { sentenceOf } from '#core/kernel';
import {
  layerOfTileset,
  listAttributes,
  listTilesets,
  VIEWERS,
  type ObjectType,
  type Tileset,
} from '#core/protocol';
import { Checkbox, useI18n, useService, useTranslate } from '#core/react';

interface BlockedLayersProps {
  value: readonly string[];
  onChange: (blocked: readonly string[]) => void;
}

/** Viewers, object types and sets of 3D Tiles that are hidden from the user. */
export function BlockedLayers({ value, onChange }: BlockedLayersProps) {
  const t = useTranslate('administration');
  const { language } = useI18n();
  const api = useService(API);
  const [types, setTypes] = useState<readonly ObjectType[]>([]);
  const [tilesets, setTilesets] = useState<readonly Tileset[]>([]);
  const [error, setError] = useState<string>();
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const query = { paginate: 500, orderby: 'name' };
    Promise.all([
      api.call(listAttributes, { query }, { signal }).then(({ data }) => setTypes(data)),
      api.call(listTilesets, { query, headers: {} }, { signal }).then(({ data }) => setTilesets(data)),
    ]).catch((failure: unknown) => {
      if (!abort.signal.aborted) setError(sentenceOf(failure));
    });
    return () => abort.abort();
  }, [api]);

  const box = (layer: string, title: string) => (
    <Checkbox
      key={layer}
      isSelected={value.includes(layer)}
      onChange={(on) => onChange(on ? [...value, layer] : value.filter((other) => other !== layer))}
    >
      {title}
    </Checkbox>
  );
  // A type blocked for the administrator, too, is not in the list of types; it stays blocked unless unchecked here.
  const sets = tilesets.map(({ id, name }) => [layerOfTileset(id), name] as const);
  const known = new Set<string>([
    ...VIEWERS,
    ...types.map(({ name }) => name),
    ...sets.map(([layer]) => layer),
  ]);
  return (
    <fieldset className="adm-blocked">
      <legend>{t('blocked.title')}</legend>
      <p className="g-help">{t('blocked.help')}</p>
      <div className="adm-boxes" role="group" aria-label={t('blocked.types')}>
        <h3>{t('blocked.types')}</h3>
        {types.map(({ name, title }) => box(name, title[language] || name))}
        {value.filter((layer) => !known.has(layer)).map((layer) => box(layer, layer))}
        {types.length === 0 && !error && <p className="g-muted">{t('blocked.none')}</p>}
        {error && <p className="g-error">{error}</p>}
      </div>
      {sets.length > 0 && (
        <div className="adm-boxes" role="group" aria-label={t('blocked.tilesets')}>
          <h3>{t('blocked.tilesets')}</h3>
          {sets.map(([layer, name]) => box(layer, name))}
        </div>
      )}
      <div className="adm-boxes" role="group" aria-label={t('blocked.viewers')}>
        <h3>{t('blocked.viewers')}</h3>
        {VIEWERS.map((viewer) => box(viewer, t(`viewer.${viewer}`)))}
      </div>
    </fieldset>
  );
}
