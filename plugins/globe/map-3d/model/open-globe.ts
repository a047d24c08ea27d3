import { serviceToken } from '#core/kernel';
import type { OpenMap } from '#plugins/work/map-2d/api';

/**
 * Fetches the globe's engine, the greatest part of the workbench, and answers what opens a globe with it; `stopped` is told
 * when one that was opened can no longer be drawn.
 */
export type LoadGlobe = (stopped: (error: unknown) => void) => Promise<OpenMap>;
export const LOAD_GLOBE = serviceToken<LoadGlobe>('map-3d.LoadGlobe');

let answer: boolean | undefined;

/**
 * Can this browser draw in space? It is tried once: browsers keep but a few contexts, and drop the oldest, which is a
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
