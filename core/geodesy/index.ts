export * from './angles.ts';
export {
  accuracyOf,
  canProject,
  crsOf,
  knownCrs,
  learnCrs,
  loadProjections,
  project,
  projections$,
  transform,
  unproject,
} from './crs.ts';
export { monteMarioRegion, type Crs, type MonteMarioRegion } from './crs-table.ts';
export {
  direct,
  distance,
  fullCircle,
  inverse,
  onTheWay,
  ringMeasures,
  type GeodesicArc,
} from './geodesic.ts';
export { parseLength, printArea, printLength, type AreaUnit, type LengthUnit } from './lengths.ts';
export { alongLine, areaOf, lengthOf, measuresOf, perimeterOf, type GeometryMeasures } from './measures.ts';
export { parseNumber, printNumber } from './numbers.ts';
export { parseCoordinates, type ParsedCoordinates } from './parse-coordinates.ts';
export { printCoordinates, type CoordinateStyle } from './print-coordinates.ts';
