import type { IfcLine, IfcLines } from '../ifc-lines.ts';
import type { CrsWords, FoundLevel } from './found-level.ts';

/** What a CRS of a file is called. */
export function crsWords(lines: IfcLines, crs: IfcLine | undefined): CrsWords | null {
  if (!crs) return null;
  const of = (name: string) => lines.text(crs, name);
  const wkt = lines
    .ofType('IFCWELLKNOWNTEXT')
    .find((one) => lines.referred(one, 'CoordinateReferenceSystem') === crs);
  return {
    name: of('Name'),
    description: of('Description'),
    datum: of('GeodeticDatum'),
    verticalDatum: of('VerticalDatum'),
    projection: of('MapProjection'),
    zone: of('MapZone'),
    wkt: lines.text(wkt, 'WellKnownText'),
    isGeographic: crs.type === 'IFCGEOGRAPHICCRS',
  };
}

/** Adds what it is called to what a level says. */
export function sayCrs(made: FoundLevel): void {
  const { crs } = made;
  if (!crs) return;
  const words = {
    Name: crs.name,
    Description: crs.description,
    GeodeticDatum: crs.datum,
    VerticalDatum: crs.verticalDatum,
    MapProjection: crs.projection,
    MapZone: crs.zone,
  };
  for (const [name, value] of Object.entries(words))
    if (value !== null) made.says.push({ name, value, unit: null });
}
