/** Repetitions without an upper bound that a pattern may have: three cost at most the cube of the value's length. */
const MAX_REPETITIONS = 3;

/** Stand for a reference back to a group, and for a group that repeats something or has alternatives. */
const [REFERENCE, BRANCHING] = ['\u{1}', '\u{2}'];
const REPEATED_BRANCHING = new RegExp(`${BRANCHING}(?:[*+]|\\{\\d)`);
/** A group without groups in it, with what it contains. */
const INNERMOST = /\((?:\?[^:=!>]*[:=!>])?([^()]*)\)/;

/**
 * Whether a pattern may backtrack so long on some value that the page would hang: it repeats what itself repeats or
 * has alternatives, refers back to a group, or has many repetitions without an upper bound. May be true for a pattern
 * that is quick.
 */
export function canBacktrack(pattern: string): boolean {
  // Classes and escaped characters stand for one character each.
  let rest = pattern.replace(/\\(?:[pPu]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]/gsu, (part) =>
    /^\\[1-9k]/.test(part) ? REFERENCE : 'x',
  );
  const repetitions = rest.match(/[*+]|\{\d+,\}/g) ?? [];
  if (repetitions.length > MAX_REPETITIONS || rest.includes(REFERENCE)) return true;
  // Each group becomes one character, from the inside out.
  for (let group = INNERMOST.exec(rest); group; group = INNERMOST.exec(rest)) {
    if (REPEATED_BRANCHING.test(rest)) return true;
    const branches = /[*+?|{]/.test(group[1]!) || group[1]!.includes(BRANCHING);
    rest = rest.replace(group[0], branches ? BRANCHING : 'x');
  }
  return REPEATED_BRANCHING.test(rest);
}
