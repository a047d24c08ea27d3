import { serviceToken } from '#core/plugin';
import type { OpenMap } from '#plugins/map-2d/api';

/**
 * Fetches the globe's engine, the greatest part of the workbench, and answers what opens a globe with it; `stopped` is told
 * when one that was opened can no longer be drawn.
 */
export type LoadGlobe = (stopped: (error: unknown) => void) => Promise<OpenMap>;
export const LOAD_GLOBE = serviceToken<LoadGlobe>('map-3d.LoadGlobe');

/** Can this browser draw in space? */
export function drawsInSpace(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null;
}
