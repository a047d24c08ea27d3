/** Ways of matching that are tried in an instant: those of two repetitions without end in a value of `LONG`. */
const MAX_WAYS = 1_000_000;
/** Length of a value for which repetitions without end are counted. */
const LONG = 500;

/** Stand for a reference back to a group, and for a group that repeats something or has alternatives. */
const [REFERENCE, BRANCHING] = ['\u{1}', '\u{2}'];
const REPEATED_BRANCHING = new RegExp(`${BRANCHING}(?:[*+]|\\{\\d)`);
/** A group without groups in it, with what it contains. */
const INNERMOST = /\((?:\?[^:=!>]*[:=!>])?([^()]*)\)/;
/** A repetition, lazy or not. */
const REPETITION = /([*+?]|\{(\d+)(?:(,)(\d*))?\})\??/g;

/**
 * Whether a pattern may backtrack so long on some value that the page would hang: it repeats what itself repeats or
 * has alternatives, refers back to a group, or its repetitions and alternatives can be combined in too many ways. May be
 * true for a pattern that is quick.
 */
export function canBacktrack(pattern: string): boolean {
  // Classes and escaped characters stand for one character each.
  let rest = pattern.replace(/\\(?:[pPu]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]/gsu, (part) =>
    /^\\[1-9k]/.test(part) ? REFERENCE : 'x',
  );
  if (rest.includes(REFERENCE)) return true;
  let ways = 1;
  // Each group becomes one character, from the inside out.
  for (let group = INNERMOST.exec(rest); group; group = INNERMOST.exec(rest)) {
    if (REPEATED_BRANCHING.test(rest)) return true;
    const branches = /[*+?|{]/.test(group[1]!) || group[1]!.includes(BRANCHING);
    ways *= waysOf(group[1]!);
    rest = rest.replace(group[0], () => (branches ? BRANCHING : 'x'));
  }
  return REPEATED_BRANCHING.test(rest) || ways * waysOf(rest) > MAX_WAYS;
}

/** The ways in which a sequence without groups is matched at most. */
function waysOf(sequence: string): number {
  let ways = sequence.split('|').length;
  for (const [, sign, least, comma, most] of sequence.matchAll(REPETITION)) {
    if (sign === '?') ways *= 2;
    else if (least === undefined || (comma && !most)) ways *= LONG;
    else if (comma) ways *= Math.min(LONG, Math.max(0, Number(most) - Number(least)) + 1);
  }
  return ways;
}
