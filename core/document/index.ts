export type { Change, ChangeOrigin, DocumentChange, MapObject, ServerRecord } from './object.ts';
export type {
  DocumentReader,
  Edit,
  Extent,
  FoundEdges,
  ProjectDocument,
  Segment,
  IndexQuery,
  SpatialIndex,
} from './contract.ts';
export { add, replace, setProperties } from './edits.ts';
export { ObjectDocument } from './document.ts';
export { extentAround, extentOf, extentsMeet, runsOf, splitAtAntimeridian, type Run } from './runs.ts';
export { sortSpatially } from './sort-spatially.ts';
export { LoadedAreas, type FetchArea } from './areas.ts';
export { mapObjectOf, isEqualJson, hasSameContent, serverRecordOf } from './server-object.ts';
export {
  extentOfObject,
  mayContainText,
  peekProperty,
  readLines,
  unreadSummaryOf,
  type LocationSummary,
} from './lines.ts';
export { wktOf } from './wkt.ts';
