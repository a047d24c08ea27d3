/** A name as it is compared: lower case, without accents, words parted by one space. */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’'`´"“”«»\-/.()\s]+/g, ' ')
    .trim();
}

/** A search text as it goes out to a geocoding service: lower case, white space to `+`, commas and the rest encoded. */
export function outgoingText(text: string): string {
  return text.trim().toLowerCase().split(/\s+/).map(encodeURIComponent).join('+');
}
