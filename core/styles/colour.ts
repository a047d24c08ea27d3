/** `#rrggbb` or `#rrggbbaa` as `#rrggbb` and an opacity from 0 to 1. */
export function splitColour(colour: string): { rgb: string; opacity: number } {
  const opacity = colour.length === 9 ? parseInt(colour.slice(7), 16) / 255 : 1;
  return { rgb: colour.slice(0, 7), opacity };
}

/** A colour with another opacity, as `#rrggbbaa`. */
export function colourWithOpacity(colour: string, opacity: number): string {
  return colour.slice(0, 7) + hex(255 * opacity);
}

/** Red, green and blue, 0 to 255. */
export function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

/** The inverse of `channelsOf`. */
export function colourOfChannels(channels: readonly number[]): string {
  return `#${channels.map(hex).join('')}`;
}

function hex(value: number): string {
  return Math.round(value).toString(16).padStart(2, '0');
}
