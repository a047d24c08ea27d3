import { useTranslate } from '#core/react';
import type { ColumnTitles } from '../model/outputs.ts';

export function useColumnTitles(): ColumnTitles {
  const t = useTranslate('kmreprojection');
  return {
    name: t('column.name'),
    code: t('column.code'),
    east: t('column.east'),
    north: t('column.north'),
    longitude: t('column.longitude'),
    latitude: t('column.latitude'),
    height: t('column.height'),
  };
}
