import { useTranslate } from '#core/react';
import { isPart, kindOf, numberOf, type PlaceKey } from '../model/places.ts';

/** Returns what something on the paper is called: “Legend”, “Frame 2”. */
export function usePlaceTitle(): (key: PlaceKey) => string {
  const t = useTranslate('sheet');
  return (key) =>
    isPart(key) ? t(`part.${key}`) : t(`${kindOf(key)}.number`, { number: numberOf(key) + 1 });
}
