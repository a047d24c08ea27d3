import type { ReadObject } from './groma.ts';

/** A line of a list of wells, such as `7;12.4924;41.8902;25.5`; undefined where it is none. */
export function wellOf(line: string): ReadObject | undefined {
  const [number, longitude, latitude, depth, ...more] = line.split(';').map((text) => text.trim());
  const values = [number, longitude, latitude, depth].map((text) => (text ? Number(text) : NaN));
  if (more.length > 0 || !values.every(Number.isFinite)) return undefined;
  return {
    location: { type: 'Point', coordinates: [values[1], values[2]] },
    properties: { number: values[0], depth: values[3] },
  };
}
