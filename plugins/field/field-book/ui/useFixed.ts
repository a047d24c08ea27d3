import { useI18n } from '#core/react';

/** Prints a number with so many decimals, by default 3 (metres to the millimetre); nothing without a number. */
export function useFixed(): (value: number | null | undefined, digits?: number) => string {
  const i18n = useI18n();
  return (value, digits = 3) =>
    value === null || value === undefined
      ? ''
      : i18n.number(value, {
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
          useGrouping: false,
        });
}
