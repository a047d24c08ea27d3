import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

export interface ScriptRun {
  text: string;
  font: string;
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * The parts of a line in one font each, in the order in which they are drawn from left to right (Unicode Bidirectional
 * Algorithm, UAX 9). `fontOf` gets a character and the font before it.
 */
export function runsOfLine(
  line: string,
  fontOf: (character: string, before: string | undefined) => string,
): ScriptRun[] {
  const turned = RIGHT_TO_LEFT.test(line);
  const levels = turned ? bidi.getEmbeddingLevels(line).levels : undefined;
  const runs: (ScriptRun & { level: number })[] = [];
  let at = 0;
  for (const character of line) {
    const level = levels?.[at] ?? 0;
    const last = runs.at(-1);
    const font = fontOf(character, last?.font);
    if (last?.font === font && last.level === level) last.text += character;
    else runs.push({ text: character, font, level });
    at += character.length;
  }
  return turned ? inVisualOrder(runs) : runs;
}

/** Rule L2 of the algorithm, on runs: from the highest level on, each sequence of at least that level is reversed. */
function inVisualOrder(runs: readonly (ScriptRun & { level: number })[]): ScriptRun[] {
  const ordered = [...runs];
  for (let level = Math.max(...runs.map((run) => run.level)); level > 0; level--)
    for (let from = 0; from < ordered.length; from++) {
      let to = from;
      while (to < ordered.length && ordered[to]!.level >= level) to++;
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = Math.max(from, to);
    }
  return ordered.map(({ text, font, level }) => ({ text: level % 2 === 1 ? mirrored(text) : text, font }));
}

/** Letters are turned when they are shaped; signs alone are turned and mirrored here. */
function mirrored(text: string): string {
  const signs = [...text].map((sign) => bidi.getMirroredCharacter(sign) ?? sign);
  return RIGHT_TO_LEFT.test(text) ? signs.join('') : signs.reverse().join('');
}
