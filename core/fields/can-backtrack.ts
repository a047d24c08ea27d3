/** Long repetitions that a pattern may have: two cost at most the square of the value's length. */
const MAX_REPETITIONS = 2;
/** A repetition is long if it has no upper bound, or one this far above its lower bound. */
const LONG = 20;

/** Stand for a reference back to a group, and for a group that repeats something or has alternatives. */
const [REFERENCE, BRANCHING] = ['\u{1}', '\u{2}'];
const REPEATED_BRANCHING = new RegExp(`${BRANCHING}(?:[*+]|\\{\\d)`);
/** A group without groups in it, with what it contains. */
const INNERMOST = /\((?:\?[^:=!>]*[:=!>])?([^()]*)\)/;

/**
 * Whether a pattern may backtrack so long on some value that the page would hang: it repeats what itself repeats or
 * has alternatives, refers back to a group, or has more than two long repetitions. May be true for a pattern
 * that is quick.
 */
export function canBacktrack(pattern: string): boolean {
  // Classes and escaped characters stand for one character each.
  let rest = pattern.replace(/\\(?:[pPu]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]/gsu, (part) =>
    /^\\[1-9k]/.test(part) ? REFERENCE : 'x',
  );
  const repetitions = [...rest.matchAll(/[*+]|\{(\d+),(\d*)\}/g)].filter(
    ([, least, most]) => !least || !most || Number(most) - Number(least) > LONG,
  );
  if (repetitions.length > MAX_REPETITIONS || rest.includes(REFERENCE)) return true;
  // Each group becomes one character, from the inside out.
  for (let group = INNERMOST.exec(rest); group; group = INNERMOST.exec(rest)) {
    if (REPEATED_BRANCHING.test(rest)) return true;
    const branches = /[*+?|{]/.test(group[1]!) || group[1]!.includes(BRANCHING);
    rest = rest.replace(group[0], branches ? BRANCHING : 'x');
  }
  return REPEATED_BRANCHING.test(rest);
}
