import type geomagnetism from 'geomagnetism';
import { AppError } from '#core/kernel';

/** Where a compass points, degrees clockwise from true north, with one standard deviation. */
export interface Declination {
  degrees: number;
  sigma: number;
  /** Such as WMM-2025. */
  model: string;
}

let models: typeof geomagnetism | undefined;

/** Loads the World Magnetic Model of 2015, 2020 and 2025, only on demand. */
export async function loadMagneticModel(): Promise<void> {
  models ??= (await import('geomagnetism')).default;
}

/**
 * By the World Magnetic Model, at sea level; undefined for a date that no model is of: before December 2014 and after November
 * 2029. The deviation is that of NOAA's error model, which local iron and the crust can exceed. Throws
 * AppError('magnetic-model-missing') before `loadMagneticModel`.
 */
export function declinationAt(
  [longitude, latitude]: readonly [number, number, number?],
  date: Date,
): Declination | undefined {
  if (!models)
    throw new AppError(
      'magnetic-model-missing',
      'The magnetic model is not loaded yet; try again in a moment.',
    );
  try {
    const model = models.model(date);
    const { decl, h } = model.point([latitude, longitude]);
    return { degrees: decl, sigma: Math.hypot(0.26, 5417 / h), model: model.name };
  } catch {
    return undefined;
  }
}

/** 2026.9: the year with the share of it that has passed. */
export function decimalYear(date: Date): number {
  const year = date.getUTCFullYear();
  const [start, end] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
  return year + (date.getTime() - start) / (end - start);
}
