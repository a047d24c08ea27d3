import type { MapView, Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';

/**
 * One dimension for all vertices of a geometry, as GeoJSON objects are stored: with `height` (metres above the
 * ellipsoid) for those that have none, or flat where no height is given and some have none. Heights that are there
 * are kept.
 */
export function levelled(vertices: readonly Position[], height?: number): Position[] {
  if (vertices.every((vertex) => vertex.length === 3)) return [...vertices];
  return vertices.map(([longitude, latitude, own]) => {
    const z = own ?? height;
    return z === undefined || height === undefined ? [longitude, latitude] : [longitude, latitude, z];
  });
}

/**
 * Where a hand that moves along the vertical through `place` has come to, and the height that it began at: that of the
 * place, or of the ground. Undefined where things have no heights, or the vertical is seen from straight above.
 */
export function liftedTo(
  view: Pick<MapView, 'heightAt' | 'toPixel'>,
  place: Position,
  pixel: Pixel,
): { readonly position: Position; readonly from: number } | undefined {
  const height = view.heightAt?.(pixel, place);
  const at = view.toPixel(place);
  const from = place[2] ?? (at && view.heightAt?.(at, place));
  if (height === undefined || from === undefined) return undefined;
  return { position: [place[0], place[1], height], from };
}
