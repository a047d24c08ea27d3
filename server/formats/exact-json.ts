import { randomUUID } from 'node:crypto';

/** The first whole number that a double may round: 2^53. */
const SAFE = 2 ** 53;

/** A number of a JSON text that a JavaScript number cannot hold; its digits are kept. */
export class UnheldNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** A whole number, which would be rounded; otherwise its size is beyond every double. */
  get whole(): boolean {
    return WHOLE.test(this.text);
  }
}

const WHOLE = /^-?\d+$/;

/** Whether a number comes back with the same digits; decimals are held as the nearest double. */
export function isHeld(text: string): boolean {
  const number = Number(text);
  if (Math.abs(number) < SAFE) return true;
  return Number.isFinite(number) && (!WHOLE.test(text) || String(number) === text);
}

/** The number of a text; undefined if it is none, or its digits would be rounded. */
export function numberOf(text: string): number | undefined {
  const trimmed = text.trim();
  const number = Number(trimmed);
  return trimmed !== '' && Number.isFinite(number) && isHeld(trimmed) ? number : undefined;
}

/** Sixteen digits without a point, or an exponent of three digits, where a value of JSON can begin. */
const SUSPECT = /(?:^|[[:,\s])-?(?:\d{16}|\d[\d.]*e\+?\d{3})/i;
const TOKEN = /"|-?\d[\d.eE+-]*/g;
/** No text can contain it by design. */
const MARK = randomUUID();

/**
 * Parses JSON with an UnheldNumber for each number that a JavaScript number cannot hold; undefined if there is none.
 * `text` must be valid.
 */
export function parseExactly(text: string): unknown {
  const marked = SUSPECT.test(text) ? markUnheld(text) : text;
  return marked === text ? undefined : unmarked(JSON.parse(marked));
}

/** Not recursive: a text may be nested as deep as it is long. */
function unmarked(root: unknown): unknown {
  const whole = { root };
  const stack: Record<string, unknown>[] = [whole];
  for (let next = stack.pop(); next; next = stack.pop())
    for (const name of Object.keys(next)) {
      const value = next[name] as Record<string, unknown> | null;
      if (typeof value !== 'object' || value === null) continue;
      if (Object.hasOwn(value, MARK)) next[name] = new UnheldNumber(String(value[MARK]));
      else stack.push(value);
    }
  return whole.root;
}

function markUnheld(text: string): string {
  let marked = '';
  let from = 0;
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(text); token; token = TOKEN.exec(text)) {
    const [found] = token;
    if (found === '"') TOKEN.lastIndex = endOfString(text, token.index);
    else if (!isHeld(found)) {
      marked += `${text.slice(from, token.index)}{"${MARK}":"${found}"}`;
      from = TOKEN.lastIndex;
    }
  }
  return marked + text.slice(from);
}

/** Where the string that begins at `from` has ended. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** A number that would be rounded, with its path such as `changes[0].properties.code`. */
export function findRounded(root: unknown): { path: string; value: string } | undefined {
  const stack: { path: string; value: unknown }[] = [{ path: '', value: root }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { path, value } = next;
    if (value instanceof UnheldNumber) {
      if (value.whole) return { path, value: value.text };
    } else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) {
        const step = Array.isArray(value) ? `[${name}]` : path ? `.${name}` : name;
        stack.push({ path: path.length < 200 ? path + step : path, value: inner });
      }
  }
  return undefined;
}
