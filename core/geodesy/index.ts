export * from './angles.ts';
export {
  canProject,
  crsOf,
  learnCrs,
  loadCrs,
  loadProjections,
  operationOf,
  project,
  projections$,
  transform,
  unproject,
  unprojectAt,
  dependsOnHeight,
  useGrids,
  type CrsDefinition,
} from './crs.ts';
export { GridFault, type GridArea } from './grid-fault.ts';
export type { FetchGrid, GridOffer } from './grid-shelf.ts';
export { ShiftGrid } from './ntv2.ts';
export { GeoidGrid, gtxOf } from './gtx.ts';
export { geoidAt, geoidHeight, loadGeoid } from './geoid.ts';
export { decimalYear, declinationAt, loadMagneticModel, type Declination } from './magnetic.ts';
export * from './height-tiles.ts';
export { radiiAt, radiusIn } from './ellipsoid.ts';
export { gridAt, type GridAt } from './grid-at.ts';
export { contains, operationAt, toWgs84 } from './datum-shift.ts';
export {
  BALLPARK,
  readOperation,
  type AreaOfUse,
  type Crs,
  type DatumOperation,
  type OperationRow,
} from './crs-table.ts';
export { direct, distance, fullCircle, inverse, ringMeasures, type GeodesicArc } from './geodesic.ts';
export { parseArea, parseLength, printArea, printChainage, printLength } from './lengths.ts';
export { METRES, SQUARE_METRES, unitOfCrs, volumeUnit } from './units.ts';
export { areaOf, lengthOf, measuresOf, type GeometryMeasures } from './measures.ts';
export type { Operation } from './operations.ts';
export { parseNumber, printNumber, printPlain } from './numbers.ts';
export { parseCoordinates, type ParsedCoordinates } from './parse-coordinates.ts';
export { printCoordinates, type CoordinateStyle } from './print-coordinates.ts';
export {
  chord,
  cross,
  dot,
  fromSpace,
  positionsBy,
  inSpace,
  lengthOfVector,
  minus,
  seenFrom,
  type Vector,
} from './space.ts';
export { planeOf, type Plane } from './plane.ts';
export {
  fitPlaces,
  PLANE_FIT_NEEDS,
  PLANE_FITS,
  type PlacesFit,
  type PlaneFitMethod,
  type PlanePlace,
} from './place-fit.ts';
export {
  about,
  affine,
  inUnits,
  placingOf,
  rotationOf,
  times,
  turnsOf,
  UNMOVED,
  type Affine,
  type Matrix3,
  type Placing,
  type Triple,
} from './local-transform.ts';
export {
  fitPoints,
  NEEDED,
  residualsOf,
  type FitFault,
  type Fitted,
  type FitWarning,
  type Residual,
} from './fit-points.ts';
export { fitPlane, PAIRS_NEEDED, type PlaneFit, type PlaneFitKind, type PlacePair } from './fit-plane.ts';
export {
  heightsOf,
  loadVerticalCrs,
  verticalCrsOf,
  verticalSystems,
  type HeightSystem,
  type VerticalCrs,
} from './vertical.ts';
export { cloudViewOf } from './cloud-view.ts';
export { locate, type Located } from './locate.ts';
