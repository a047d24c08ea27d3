import { RE2JS } from 're2js';

/** Larger ones, such as `(.{1,100}){1,10}`, take long for each character. */
const MAX_SIZE = 1000;

/** A pattern that is matched in a time proportional to the length of the value. */
export interface LinearPattern {
  /** Steps for each character of a value. */
  readonly size: number;
  matches(value: string): boolean;
}

/** What JavaScript takes for white space and the ends of lines, in the syntax of RE2. */
const SPACE =
  '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const TOKEN = /\\(?:[pPu]\{[^}]*\}|u[0-9a-fA-F]{4}|.)|\[\^?|\]|\./gsu;

/**
 * Compiles a pattern that is valid in JavaScript for the engine RE2. Undefined where that has no equivalent (look-ahead,
 * references back to a group, some classes), or it is too large.
 */
export function linearPattern(pattern: string): LinearPattern | undefined {
  try {
    const compiled = RE2JS.compile(`^(?:${RE2JS.translateRegExp(inRe2(pattern))})$`);
    const size = compiled.programSize();
    return size > MAX_SIZE ? undefined : { size, matches: (value) => compiled.matches(value) };
  } catch {
    return undefined;
  }
}

/** Writes out the classes that are larger in JavaScript. Throws where RE2 cannot say the same. */
function inRe2(pattern: string): string {
  let isInClass = false;
  return pattern.replace(TOKEN, (token) => {
    if (token.startsWith('[') && !isInClass) isInClass = true;
    else if (token === ']') isInClass = false;
    else if (token === '\\s') return isInClass ? SPACE : `[${SPACE}]`;
    else if (token === '\\S') {
      if (isInClass) throw new Error('RE2 has no such class.');
      return `[^${SPACE}]`;
    } else if (token === '.' && !isInClass) return '[^\\n\\r\\x{2028}\\x{2029}]';
    return token;
  });
}
