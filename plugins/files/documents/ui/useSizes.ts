import { useI18n } from '#core/react';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Bytes in the person's language. */
export function useSizes(): (bytes: number) => string {
  const i18n = useI18n();
  return (bytes) => {
    const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
    return i18n.number(bytes / 1000 ** step, {
      style: 'unit',
      unit: UNITS[step],
      unitDisplay: step === 0 ? 'long' : 'short',
      maximumFractionDigits: step > 1 ? 1 : 0,
    });
  };
}
