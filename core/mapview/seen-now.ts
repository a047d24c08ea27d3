import type { Camera } from './contract.ts';
import type { Viewpoint } from '#core/protocol';

/** The current view, rounded for storage; 359.99° becomes 0°. */
export function seenNow(viewer: Viewpoint['viewer'], { center, zoom, heading, tilt }: Camera): Viewpoint {
  const flat = {
    viewer,
    longitude: wrapped(center[0]),
    latitude: center[1],
    zoom: Math.min(30, Math.max(0, zoom)),
  };
  if (tilt === undefined) return flat;
  return { ...flat, heading: ((heading % 360) + 360) % 360, tilt: Math.min(90, Math.max(0, tilt)) };
}

/** Wraps longitudes of a map that was moved around the world. */
function wrapped(longitude: number): number {
  return Math.abs(longitude) <= 180 ? longitude : ((((longitude + 180) % 360) + 360) % 360) - 180;
}
