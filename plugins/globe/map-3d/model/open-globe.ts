import { serviceToken } from '#core/kernel';
import type { OpenMap } from '#plugins/work/map-2d/api';

/**
 * Loads Cesium, the largest part of the workbench, and returns the function that opens a globe; `stopped` is called
 * when a globe can no longer render.
 */
export type LoadGlobe = (stopped: (error: unknown) => void) => Promise<OpenMap>;
export const LOAD_GLOBE = serviceToken<LoadGlobe>('map-3d.LoadGlobe');

let answer: boolean | undefined;

/**
 * Whether the browser supports WebGL 2. Tested once: browsers allow few contexts, and drop the oldest, which is a
 * globe's.
 */
export function drawsInSpace(): boolean {
  answer ??= tried();
  return answer;
}

function tried(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
