import { groundScale, resolutionOf, zoomOf } from '#core/canvas';

/**
 * Metres per CSS pixel at the place a camera looks at from `range` metres, equal to those of a web map at some zoom
 * and latitude, so that switching from the flat map to the globe keeps the scale. `fov` is the vertical field of
 * view, radians; `height` that of the picture, CSS pixels.
 */
export function resolutionAt(range: number, fov: number, height: number): number {
  return (2 * range * Math.tan(fov / 2)) / height;
}
export function rangeFor(resolution: number, fov: number, height: number): number {
  return (resolution * height) / (2 * Math.tan(fov / 2));
}

/** Metres per CSS pixel of a web map at a zoom level and latitude, and the inverse. */
export function groundResolution(zoom: number, latitude: number): number {
  return resolutionOf(zoom) * groundScale(latitude);
}
export function zoomAt(resolution: number, latitude: number): number {
  return zoomOf(resolution / groundScale(latitude));
}
