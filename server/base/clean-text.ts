const LONE_SURROGATE = /\p{Surrogate}/u;

/** Without NUL and lone surrogates, which a database cannot store. */
export function isCleanText(text: string): boolean {
  return !text.includes('\0') && !LONE_SURROGATE.test(text);
}
