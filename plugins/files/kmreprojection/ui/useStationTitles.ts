import { crsOf } from '#core/geodesy';
import { useTranslate } from '#core/react';
import type { Titles } from '../model/station-outputs.ts';

export function useStationTitles(crs: string): Titles {
  const t = useTranslate('kmreprojection');
  const isGeographic = crsOf(crs)?.geographic ?? true;
  return {
    name: t('column.name'),
    code: t('column.code'),
    chainage: t('column.chainage'),
    offset: t('column.offset'),
    x: t(isGeographic ? 'column.longitude' : 'column.east'),
    y: t(isGeographic ? 'column.latitude' : 'column.north'),
    from: t('column.from'),
    to: t('column.to'),
    length: t('column.length'),
    note: t('column.note'),
  };
}
