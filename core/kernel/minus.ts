/** As wide as a plus. The hyphen that keyboards have is what is typed, and what other programs read. */
export const MINUS = '\u2212';

/** A printed number as people read it: `-55` becomes `−55`. */
export function withMinus(printed: string): string {
  return printed.replace(/^-/, MINUS);
}
