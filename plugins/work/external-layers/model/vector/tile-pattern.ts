/** Whether a text is the address of tiles, with `{z}`, `{x}` and `{y}` or `{-y}`. */
export function isTilePattern(text: string): boolean {
  const hasPlaces = /\{z\}/.test(text) && /\{x\}/.test(text) && /\{-?y\}/.test(text);
  return hasPlaces && /^https?:\/\//.test(text) && URL.canParse(text.replace(/[{}]/g, ''));
}
