/**
 * Cutting shapes, without a screen or a database: the same mathematics answers a tool's preview and the server's call.
 * Longitude and latitude are a plane here, as objects are stored; heights go along.
 */
export { meets, liesIn, shapeOf, type Shape } from './relate.ts';
export { sharedBorder } from './border.ts';
export { outlineOf, surelyApart, type Outline } from './apart.ts';
export { common, union, untangled, without, type Rings } from './overlay.ts';
export { areaOfParts, girthOf, linesOf, polygonsOf, type Girth } from './parts.ts';
export { liesEast, near, metresOfDegree, planeArea, TOLERANCE, wound, type Flat } from './plane.ts';
export { reshapeAlong, type Reshapable, type ReshapeReason } from './reshape.ts';
export type { Split, SplitFault, SplitReason } from './split.ts';
export {
  nearestOnLine,
  splitLine,
  splitLineAt,
  type Line,
  type LinePart,
  type PlaceOnLine,
} from './split-line.ts';
export { splitPolygon, type PolygonPart } from './split-polygon.ts';
export { Segments } from './segments.ts';
export { crossing } from './nodes.ts';
export { crossesItself, crossingsOf, touchesOf } from './valid.ts';
