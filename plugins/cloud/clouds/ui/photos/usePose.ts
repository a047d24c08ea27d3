import type { CloudImage } from '#core/protocol';
import { useI18n, useTranslate } from '#core/react';

/** Returns a function that says how the camera of a photo stood; undefined where nothing is known. */
export function usePose(): (photo: CloudImage) => string | undefined {
  const t = useTranslate('clouds');
  const i18n = useI18n();
  const number = (value: number, digits: number) =>
    i18n.number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return ({ position, heading, pitch, roll }) => {
    const parts: string[] = [];
    if (position) {
      const [longitude, latitude, height] = position;
      parts.push(`${number(latitude, 6)}, ${number(longitude, 6)}`);
      if (height !== undefined) parts.push(t('photos.height', { height: number(height, 1) }));
    }
    const angles = { heading, pitch, roll };
    for (const name of ['heading', 'pitch', 'roll'] as const)
      if (angles[name] !== null) parts.push(t(`photos.${name}`, { angle: number(angles[name], 1) }));
    return parts.length > 0 ? parts.join(' · ') : undefined;
  };
}
