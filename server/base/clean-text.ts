const LONE_SURROGATE = /\p{Surrogate}/u;

/** Without NUL and lone surrogates, which a database cannot store. */
export function isCleanText(text: string): boolean {
  return !text.includes('\0') && !LONE_SURROGATE.test(text);
}

/** Whether a text within a JSON value is not clean: in JSON, such characters are escaped. */
export function hasUnstorable(value: unknown): boolean {
  return /(?<!\\)(?:\\\\)*\\u(0000|d[89a-f][0-9a-f]{2})/.test(JSON.stringify(value));
}

/** With spaces in place of such characters. */
export function cleaned(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, ' ');
}
