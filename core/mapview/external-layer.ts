import type { MapSymbol } from '#core/protocol';
import type { ExternalLayerState } from './contract.ts';

/** Of fills, as two digits of a colour: 15 %. */
const FILL_OPACITY = '26';

/** How objects are drawn of which only the colour is known. */
export function symbolOfColour(colour: string): MapSymbol {
  return { stroke: colour, width: 1.5, fill: `${colour}${FILL_OPACITY}`, radius: 4 };
}

/** Whether both states draw the same data, however they show it. */
export function drawsSameData(a: ExternalLayerState, b: ExternalLayerState): boolean {
  if (a.id !== b.id || a.attempt !== b.attempt) return false;
  return a.source === b.source || JSON.stringify(a.source) === JSON.stringify(b.source);
}

/** Whether a layer is drawn at a scale, given as a denominator. */
export function isDrawnAt({ visible, minScale, maxScale }: ExternalLayerState, scale: number): boolean {
  return visible && (minScale === null || scale >= minScale) && (maxScale === null || scale <= maxScale);
}
