import type { MapView, Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';

/**
 * Gives all vertices of a geometry the same dimension, as GeoJSON objects are stored. With `height` (metres above the
 * ellipsoid), vertices without a height get it; without `height`, the result is flat if any vertex has no height.
 * Existing heights are otherwise kept.
 */
export function levelled(vertices: readonly Position[], height?: number): Position[] {
  if (vertices.every((vertex) => vertex.length === 3)) return [...vertices];
  return vertices.map(([longitude, latitude, own]) => {
    const z = own ?? height;
    return z === undefined || height === undefined ? [longitude, latitude] : [longitude, latitude, z];
  });
}

/**
 * Returns the position of a pointer that moves along the vertical through `place`, and the height at which it began:
 * that of the place, or of the ground. Undefined where objects have no heights, or where the vertical is seen from
 * straight above.
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
