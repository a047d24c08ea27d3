import { useI18n } from '#core/react';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Bytes, and bytes a second, in the person's language. */
export function useSizes() {
  const i18n = useI18n();
  const size = (bytes: number): string => {
    const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
    const unit = UNITS[step];
    return i18n.number(bytes / 1000 ** step, {
      style: 'unit',
      unit,
      maximumFractionDigits: step > 1 ? 1 : 0,
    });
  };
  return { size, speed: (bytes: number) => `${size(bytes)}/s` };
}
