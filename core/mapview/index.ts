import { serviceToken } from '#core/kernel';
import type { Views } from './contract.ts';

export type * from './contract.ts';
export * from './paths.ts';
export { findSnap, SNAP_KINDS, type SnapRequest } from './snap.ts';
export { pickObjects, type PickRequest } from './pick.ts';
export { contains, crossing, extentAround, inside, type ViewProjection } from './plane.ts';
export {
  ClickEcho,
  distanceTo,
  DOUBLE_CLICK_DISTANCE,
  DRAG_THRESHOLD,
  HANDLE_TOLERANCE,
  HIT_TOLERANCE,
  pixelDistance,
  SAME_VERTEX_DISTANCE,
} from './pointer.ts';
export { drawsSameData, isDrawnAt, symbolOfColour } from './external-layer.ts';
export {
  featuresAddress,
  withParameters,
  wmsAddress,
  wmsInfoAddress,
  wmtsAddress,
  xyzAddress,
  type LayerExtent,
  type ImageRequest,
  type TilePlace,
} from './layer-address.ts';
export { onEachView } from './on-each-view.ts';
export { seenNow } from './seen-now.ts';
export { OpenViews } from './views.ts';
export const VIEWS = serviceToken<Views>('core.Views');
