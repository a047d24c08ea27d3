/** Normalizes a name for comparison: lower case, without accents, words separated by one space. */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’'`´"“”«»\-/.()\s]+/g, ' ')
    .trim();
}

/**
 * Encodes a search text for a geocoding service: lower case, white space as `+`, commas and the rest percent-encoded.
 */
export function outgoingText(text: string): string {
  return text.trim().toLowerCase().split(/\s+/).map(encodeURIComponent).join('+');
}
