/**
 * Geometry operations without a screen or a database: the same code runs for a tool's preview and on the server.
 * Longitude and latitude are treated as a plane, as objects are stored. Heights are carried along.
 */
export { meets, isWithin, shapeOf, type PreparedGeometry } from './relate.ts';
export { sharedBorder } from './border.ts';
export { outlineOf, areSurelyDisjoint, type PreparedPolygons } from './disjoint.ts';
export { intersection, union, repairRings, difference, type Rings } from './overlay.ts';
export { areaOfParts, areaShapeOf, linesOf, polygonsOf, type AreaShape } from './parts.ts';
export {
  crossesRayEast,
  doubleArea,
  interpolate,
  isSamePlace,
  metresOfDegree,
  nearestOnEdge,
  planeArea,
  TOLERANCE,
  windRings,
  type PlanePosition,
} from './plane.ts';
export { clipLine, clipRing, sharesWithin } from './clip.ts';
export { simplified, simplifiedRing } from './simplify.ts';
export { reshapeAlong, type Reshapable, type ReshapeReason } from './reshape.ts';
export type { Split, SplitFault, SplitReason } from './split.ts';
export {
  nearestOnLine,
  splitLine,
  splitLineAt,
  type LineGeometry,
  type LinePart,
  type PlaceOnLine,
} from './split-line.ts';
export { splitPolygon, type PolygonPart } from './split-polygon.ts';
export { SegmentIndex } from './segments.ts';
export { crossing } from './nodes.ts';
export { crossesItself, crossingsOf, touchesOf } from './valid.ts';
export { amongShown, regionOfClip, type CloudClip } from './cloud-clip.ts';
export { signOf } from './cloud-signs.ts';
export { ticks, type Ticks } from './ticks.ts';
