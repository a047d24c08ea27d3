import { useMemo } from 'react';
import { API } from '#core/api';
import { useI18n, useService } from '#core/react';
import { READ_SERVICE } from '#plugins/work/map-2d/api';
import { LayerCatalogue } from '../model/layer-catalogue.ts';
import { LAYER_READERS } from '../model/lazy-readers.ts';

/** Reads what other servers offer. */
export function useCatalogue(): LayerCatalogue {
  const [api, read, readers, i18n] = [
    useService(API),
    useService(READ_SERVICE),
    useService(LAYER_READERS),
    useI18n(),
  ];
  return useMemo(
    () => new LayerCatalogue(api, read, readers, (key, values) => i18n.t(key, values)),
    [api, read, readers, i18n],
  );
}
