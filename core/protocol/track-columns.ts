/** Common names of the columns of tables of positions; case, blanks, units in brackets and a unit at the end are ignored. */
const NAMES = {
  longitude: ['longitude', 'lon', 'lng', 'long', 'x', 'longitudine', 'easting', 'east', 'e', 'est'],
  latitude: ['latitude', 'lat', 'y', 'latitudine', 'northing', 'north', 'n', 'nord'],
  height: ['height', 'ellipsoidalheight', 'elevation', 'ele', 'altitude', 'alt', 'z', 'h', 'quota'],
  time: ['time', 'timestamp', 'datetime', 'utc', 'utctime', 'gpstime', 'ora', 'tempo'],
  heading: ['heading', 'course', 'bearing', 'azimuth', 'yaw', 'direction', 'azimut', 'direzione'],
  pitch: ['pitch', 'beccheggio'],
  roll: ['roll', 'rollio'],
  quality: ['quality', 'fix', 'fixquality', 'qualità'],
};
export type TrackColumn = keyof typeof NAMES;
export const TRACK_VALUES = Object.keys(NAMES) as TrackColumn[];

/** The place of the column of a value among these names; -1: none of them is a common one. */
export function trackColumnIn(names: readonly string[], value: TrackColumn): number {
  return names.findIndex((name) => NAMES[value].includes(plainColumn(name)));
}

export function plainColumn(name: string): string {
  return name
    .replace(/[([].*$/, '')
    .replace(/_(m|deg)\s*$/i, '')
    .replace(/[\s_-]/g, '')
    .toLowerCase();
}
