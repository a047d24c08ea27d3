import geomagnetism from 'geomagnetism';

/** Where a compass points, degrees clockwise from true north, with one standard deviation. */
export interface Declination {
  degrees: number;
  sigma: number;
  /** Such as WMM-2025. */
  model: string;
}

/**
 * By the World Magnetic Model, at sea level; undefined for a date that no model is of. The deviation is that of NOAA's error
 * model, which local iron and the crust can exceed.
 */
export function declinationAt(
  [longitude, latitude]: readonly [number, number],
  date: Date,
): Declination | undefined {
  try {
    const model = geomagnetism.model(date);
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
