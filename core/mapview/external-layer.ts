import type { ExternalLayerState } from './contract.ts';

/** Whether both states draw the same data, however they show it. */
export function drawsSameData(a: ExternalLayerState, b: ExternalLayerState): boolean {
  if (a.id !== b.id || a.attempt !== b.attempt) return false;
  return a.source === b.source || JSON.stringify(a.source) === JSON.stringify(b.source);
}

/** Whether a layer is drawn at a scale, given as a denominator. */
export function isDrawnAt({ visible, minScale, maxScale }: ExternalLayerState, scale: number): boolean {
  return visible && (minScale === null || scale >= minScale) && (maxScale === null || scale <= maxScale);
}
