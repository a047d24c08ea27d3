import { useMemo } from 'react';
import { API } from '#core/api';
import { useI18n, useService } from '#core/react';
import { READ_SERVICE } from '#plugins/work/map-2d/api';
import { LayerCatalogue } from '../model/layer-catalogue.ts';
import { RASTERS } from '../model/raster/rasters.ts';

/** Reads what other servers offer. */
export function useCatalogue(): LayerCatalogue {
  const [api, read, rasters, i18n] = [
    useService(API),
    useService(READ_SERVICE),
    useService(RASTERS),
    useI18n(),
  ];
  return useMemo(
    () => new LayerCatalogue(api, read, rasters, (key, values) => i18n.t(key, values)),
    [api, read, rasters, i18n],
  );
}
