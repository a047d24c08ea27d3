import { measuresOf } from '#core/geodesy';
import { printValue, titleOf } from '#core/fields';
import { verticesOf } from '#core/mapview';
import type { Geometry, ObjectType } from '#core/protocol';
import { useI18n, usePrinter, useTranslate } from '#core/react';
import { attributeOf, type Aspect } from '../model/differences.ts';

/** Returns functions that print the aspects of an object and their values. */
export function useAspects(type: ObjectType | undefined) {
  const t = useTranslate('history');
  const i18n = useI18n();
  const print = usePrinter();
  const fieldOf = (aspect: Aspect) => type?.fields.find(({ name }) => name === attributeOf(aspect));
  const geometry = (value: Geometry): string => {
    const { length, area } = measuresOf(value);
    const size =
      area !== undefined ? print.area(area) : length !== undefined ? print.length(length) : undefined;
    const vertices = t('aspect.vertices', { count: [...verticesOf(value)].length });
    return [t(`geometry.${value.type}`), vertices, size].filter(Boolean).join(' · ');
  };
  return {
    title: (aspect: Aspect): string => {
      const name = attributeOf(aspect);
      if (name === undefined) return t(`aspect.${aspect}`);
      const field = fieldOf(aspect);
      return field ? titleOf(field, i18n) : name;
    },
    value: (aspect: Aspect, value: unknown): string => {
      if (aspect === 'geometry') return geometry(value as Geometry);
      if (aspect === 'relations') return t('aspect.related', { count: (value as string[]).length });
      if (aspect === 'label') return t(`aspect.label.${value ? 'moved' : 'automatic'}`);
      return printValue(value, fieldOf(aspect), i18n);
    },
  };
}
