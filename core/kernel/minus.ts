/** The minus sign, as wide as a plus. Keyboards and other programs use the hyphen. */
export const MINUS = '\u2212';

/** Replaces a leading hyphen: `-55` becomes `−55`. */
export function withMinus(printed: string): string {
  return printed.replace(/^-/, MINUS);
}
