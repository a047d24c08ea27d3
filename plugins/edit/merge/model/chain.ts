import type { Position } from '#core/protocol';
import { TOLERANCE } from '#core/shapes';

/**
 * Joins lines end to end where exactly two meet; the first of a chain keeps its direction. Other lines stay separate,
 * also where three or more meet at one position.
 */
export function joinLines(lines: readonly (readonly Position[])[]): Position[][] {
  const left = lines.map((line) => [...line]);
  const done: Position[][] = [];
  for (let chain = left.shift(); chain; chain = left.shift()) {
    for (let grown = true; grown;) {
      grown = false;
      for (const atEnd of [true, false]) {
        const next = onlyOne(atEnd ? chain.at(-1)! : chain[0]!, left, [...done, chain]);
        if (!next) continue;
        left.splice(left.indexOf(next), 1);
        chain = atEnd ? joined(chain, next) : joined(chain.toReversed(), next).toReversed();
        grown = true;
      }
    }
    done.push(chain);
  }
  return done;
}

/** Returns the only line of `others` that ends at `place`; undefined if several do. */
function onlyOne(
  place: Position,
  others: Position[][],
  rest: readonly (readonly Position[])[],
): Position[] | undefined {
  const ends = (line: readonly Position[]): number =>
    Number(near(line[0]!, place)) + Number(near(line.at(-1)!, place));
  const here = others.filter((line) => ends(line) > 0);
  const meeting = [...others, ...rest].reduce((sum, line) => sum + ends(line), 0);
  return here.length === 1 && meeting === 2 ? here[0] : undefined;
}

function joined(line: readonly Position[], next: readonly Position[]): Position[] {
  const onward = near(next[0]!, line.at(-1)!) ? next : next.toReversed();
  return [...line, ...onward.slice(1)];
}

function near(a: Position, b: Position): boolean {
  return Math.hypot(a[0] - b[0], a[1] - b[1]) <= TOLERANCE;
}
