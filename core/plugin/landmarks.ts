/** Parts of the frame that can be pointed at; each has the attribute `data-landmark`. */
export type Landmark = 'menu' | 'map' | 'panels' | 'search' | 'status' | 'tools';

/** For the element of a part. */
export function landmark(name: Landmark): { 'data-landmark': Landmark } {
  return { 'data-landmark': name };
}

/** The element of a part; undefined while it is not shown. */
export function findLandmark(name: Landmark): Element | undefined {
  const found = document.querySelector(`[data-landmark=${name}]`);
  return found && found.getClientRects().length > 0 ? found : undefined;
}
