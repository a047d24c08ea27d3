import { groundScale, resolutionOf, zoomOf } from '#core/canvas';

/**
 * A camera that looks at a place from `range` metres has, where it looks, the ground metres a CSS pixel of a picture plane
 * there; and the web map zoom that has as many at that latitude, so that going from the flat map to the globe keeps the
 * scale. `fov` is the angle of view from top to bottom, radians; `height` that of the picture, CSS pixels.
 */
export function resolutionAt(range: number, fov: number, height: number): number {
  return (2 * range * Math.tan(fov / 2)) / height;
}
export function rangeFor(resolution: number, fov: number, height: number): number {
  return (resolution * height) / (2 * Math.tan(fov / 2));
}

/** Ground metres a CSS pixel of a web map at a zoom level and latitude, and back. */
export function groundResolution(zoom: number, latitude: number): number {
  return resolutionOf(zoom) * groundScale(latitude);
}
export function zoomAt(resolution: number, latitude: number): number {
  return zoomOf(resolution / groundScale(latitude));
}
