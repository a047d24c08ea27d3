import type { FieldCode, FieldCodeControl, FieldCodeList } from './field-codes.ts';

/** One of the codes of a point, with what is written beside it: `FENCE2 B` is `FENCE`, line `2`, which begins. */
export interface CodePart {
  /** As in the list, or as it was written where the list has no such code. */
  code: string;
  rule: FieldCode | undefined;
  /** Names one of several lines of a code; empty: the only one. */
  line: string;
  controls: ReadonlySet<FieldCodeControl>;
  /** Metres to the right; undefined: no line beside it. */
  offset: number | undefined;
}

export interface ReadCode {
  parts: CodePart[];
  /** Control words before any code. */
  alone: string[];
}

type Control = { kind: FieldCodeControl; offset?: number };

/** Reads codes of points by a code list. */
export class CodeReader {
  readonly #list: FieldCodeList;
  readonly #rules: ReadonlyMap<string, FieldCode>;
  readonly #longest: number;

  constructor(list: FieldCodeList) {
    this.#list = list;
    this.#rules = new Map(list.codes.map((rule) => [codeKey(rule.code), rule]));
    this.#longest = Math.max(1, ...list.codes.map(({ code }) => codeKey(code).split(' ').length));
  }

  /** Several codes are separated by spaces or `+`; codes of the list may contain spaces. */
  read(text: string): ReadCode {
    const words = text.split(/[\s+]+/).filter(Boolean);
    const parts: (CodePart & { controls: Set<FieldCodeControl> })[] = [];
    const alone: string[] = [];
    let isUnlisted = false;
    for (let at = 0; at < words.length;) {
      const listed = this.#listed(words, at);
      const control = listed ? undefined : this.#control(words, at);
      if (listed) {
        parts.push(listed.part);
        at += listed.words;
      } else if (control) {
        const last = parts.at(-1);
        last?.controls.add(control.kind);
        if (last && control.offset !== undefined) last.offset = control.offset;
        if (!last) alone.push(words[at]!);
        at += control.words;
      } else {
        const last = parts.at(-1);
        // Words that no list knows are one code: `LIGHT POLE`.
        if (isUnlisted && last) last.code += ` ${words[at]!}`;
        else parts.push({ ...PLAIN, code: words[at]!, controls: new Set() });
        at++;
      }
      isUnlisted = !listed && !control;
    }
    return { parts, alone };
  }

  /** What the list says of the first of the codes that it has. */
  ruleOf(text: string): FieldCode | undefined {
    return this.read(text).parts.find((part) => part.rule)?.rule;
  }

  /** What a note of the file says that is only a control word, such as `BEG` on a line of its own. */
  controlOf(note: string): FieldCodeControl | undefined {
    const words = note.trim().split(/\s+/);
    const control = this.#control(words, 0);
    return control?.words === words.length ? control.kind : undefined;
  }

  /** The longest code of the list that begins at a word. */
  #listed(
    words: readonly string[],
    at: number,
  ): { part: CodePart & { controls: Set<FieldCodeControl> }; words: number } | undefined {
    for (let count = Math.min(this.#longest, words.length - at); count > 0; count--) {
      const text = words.slice(at, at + count).join(' ');
      const whole = this.#rules.get(codeKey(text));
      const numbered = this.#list.numbers === 'code' ? null : /^(.*\D)(\d+)$/.exec(text);
      const rule = whole ?? (numbered ? this.#rules.get(codeKey(numbered[1]!)) : undefined);
      if (!rule) continue;
      const number = whole ? '' : numbered![2]!;
      const begins = number !== '' && this.#list.numbers === 'begin';
      const controls = new Set<FieldCodeControl>(begins ? ['begin'] : []);
      return {
        part: { ...PLAIN, code: rule.code, rule, line: begins ? '' : number, controls },
        words: count,
      };
    }
    return undefined;
  }

  #control(words: readonly string[], at: number): (Control & { words: number }) | undefined {
    const text = words[at]!.toUpperCase();
    for (const [kind, signs] of Object.entries(this.#list.controls) as [FieldCodeControl, string[]][])
      for (const sign of signs.map((one) => one.toUpperCase())) {
        if (kind !== 'offset') {
          if (text === sign) return { kind, words: 1 };
          continue;
        }
        if (!text.startsWith(sign)) continue;
        const rest = text.slice(sign.length);
        const offset = numberIn(rest === '' ? words[at + 1] : rest);
        if (offset !== undefined) return { kind, offset, words: rest === '' ? 2 : 1 };
      }
    return undefined;
  }
}

const PLAIN = { rule: undefined, line: '', offset: undefined };

/** The same for two spellings of one code: case and the spaces between its words do not count. */
export function codeKey(code: string): string {
  return code
    .trim()
    .replace(/[\s+]+/g, ' ')
    .toUpperCase();
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,4}([.,]\d{1,4})?$/.test(text)
    ? Number(text.replace(',', '.'))
    : undefined;
}
