import type { MapObject, ReadObject } from './groma.ts';

/** A line of a station list, such as `P1;12.4924;41.8902;35.20`; undefined where it is none. */
export function stationOf(line: string): ReadObject | undefined {
  const [name, ...numbers] = line.split(';');
  const coordinates = numbers.map(Number);
  if (!name || coordinates.length !== 3 || !coordinates.every(Number.isFinite)) return undefined;
  return { location: { type: 'Point', coordinates }, properties: { name } };
}

export function lineOf(station: Omit<MapObject, 'id'>): string {
  const [east, north, height = 0] = pointOf(station);
  return `${nameOf(station)};${east};${north};${height}\n`;
}

export const nameOf = ({ properties }: Pick<MapObject, 'properties'>): string =>
  String(properties['name'] ?? '?');
export const pointOf = ({ location }: Pick<MapObject, 'location'>): number[] =>
  location.coordinates as number[];
