export type { Change, ChangeOrigin, DocumentChange, MapObject, ServerRecord } from './object.ts';
export type {
  DocumentReader,
  Edit,
  Extent,
  FoundEdges,
  ProjectDocument,
  Segment,
  Sought,
  SpatialIndex,
} from './contract.ts';
export { add, replace, setProperties } from './edits.ts';
export { ObjectDocument } from './document.ts';
export { extentOf, meets, runsOf, unwrapped, type Run } from './runs.ts';
export { inOrderOfPlace } from './order-of-place.ts';
export { LoadedAreas, type FetchArea } from './areas.ts';
export { mapObjectOf, same, sameContent, serverRecordOf } from './server-object.ts';
export { extentOfObject, mayHold, readLines, toldOf, type Told } from './lines.ts';
export { wktOf } from './wkt.ts';
