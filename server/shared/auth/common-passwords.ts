import fs from 'node:fs';
import { HttpError } from '../../base/http-error.ts';
import type { Queries } from '../../platform/db/database.ts';

/** What a password must not be made of, besides what is common. */
export interface Owner {
  name: string;
  email: string;
  organizations: readonly string[];
}

/** Guessed first; a password of less is refused. Two common words are, three are not, nor two with something rare. */
const MIN_PARTS = 2;
/** The cost of one character that belongs to nothing known, and of other parts; a common word costs 1. */
const COST = { rare: 1, word: 1, own: 0.5, walk: 1, separators: 0.25, few: 0.5, many: 1, digit: 0.15 };
const FEW_DIGITS = 4;
/** Only this much is looked at: more of it cannot make a password weaker. */
const LOOKED_AT = 100;

const KEYBOARD = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** Letters that people replace; of two letters with the same sign, both are tried. */
const REPLACED: readonly Record<string, string>[] = [
  {
    '@': 'a',
    '4': 'a',
    '8': 'b',
    '3': 'e',
    '6': 'g',
    '1': 'i',
    '!': 'i',
    '0': 'o',
    $: 's',
    '5': 's',
    '7': 't',
  },
  { '@': 'a', '4': 'a', '3': 'e', '1': 'l', '0': 'o', $: 's', '5': 's', '7': 't', '+': 't', '2': 'z' },
];

let common: ReadonlySet<string> | undefined;

function commonWords(): ReadonlySet<string> {
  common ??= new Set(
    fs
      .readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .flatMap((line) => line.split(' ')),
  );
  return common;
}

/**
 * Throws HttpError 422 for a password that is among the first to be guessed: a common one, also with digits around it or
 * letters replaced, a walk over the keyboard, a repetition, or the person's own name, e-mail or organization.
 */
export function refuseCommonPassword(password: string, owner: Owner): void {
  const reason = weaknessOf(password, owner);
  if (reason) throw new HttpError(422, `auth.password-${reason}`);
}

/** As `refuseCommonPassword`, for a person who has an account. */
export async function refuseCommonPasswordOf(tx: Queries, password: string, userId: string): Promise<void> {
  const [owner] = await tx.query<Owner>(
    `select u.name, u.email, array(select o.name from memberships m join organizations o on o.id = m.organization_id
       where m.user_id = u.id) as organizations
     from users u where u.id = $1`,
    [userId],
  );
  if (owner) refuseCommonPassword(password, owner);
}

export function weaknessOf(password: string, owner: Owner): 'common' | 'own' | undefined {
  const text = password
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .slice(0, LOOKED_AT);
  if (partsOf(text, new Set()) <= MIN_PARTS) return 'common';
  return partsOf(text, ownWords(owner)) <= MIN_PARTS ? 'own' : undefined;
}

function ownWords({ name, email, organizations }: Owner): Set<string> {
  const texts = ['groma', email, email.replace('@', ' '), name, ...organizations].flatMap((text) => {
    const plain = text
      .normalize('NFKD')
      .replace(/\p{Mark}/gu, '')
      .toLowerCase();
    return [plain.replace(/\s+/g, ''), ...plain.split(/[^\p{Letter}\p{Number}]+/u)];
  });
  return new Set(texts.filter((text) => text.length >= 3));
}

/** The cheapest way to compose the text of known parts. */
function partsOf(text: string, own: ReadonlySet<string>): number {
  const words = commonWords();
  const variants = [text, ...REPLACED.map((letters) => text.replace(/./gu, (sign) => letters[sign] ?? sign))];
  const best = new Array<number>(text.length + 1).fill(Infinity);
  best[0] = 0;
  for (let start = 0; start < text.length; start++) {
    const reach = (length: number, cost: number) => {
      const end = start + length;
      best[end] = Math.min(best[end]!, best[start]! + cost);
    };
    reach(1, COST.rare);
    const digits = /^\d+/.exec(text.slice(start))?.[0].length ?? 0;
    for (let n = 1; n <= digits; n++)
      reach(n, n <= FEW_DIGITS ? COST.few : COST.many + (n - FEW_DIGITS) * COST.digit);
    const separators = /^[^\p{Letter}\p{Number}]+/u.exec(text.slice(start))?.[0].length ?? 0;
    for (let n = 1; n <= separators; n++) reach(n, COST.separators);
    for (let n = walkFrom(text, start); n >= 4; n--) reach(n, COST.walk);
    for (let n = 3; start + n <= text.length; n++)
      for (const variant of variants) {
        const word = variant.slice(start, start + n);
        if (own.has(word)) reach(n, COST.own);
        else if (words.has(word)) {
          reach(n, COST.word);
          // The same word again and again is still one.
          for (let m = n; variant.startsWith(word, start + m); m += n) reach(m + n, COST.word);
        }
      }
    for (let n = repetitionFrom(text, start); n >= 4; n--) reach(n, COST.walk);
  }
  return best[text.length]!;
}

/** Length of what goes on from key to neighbouring key, or through the alphabet. */
function walkFrom(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && (isBeside(text[end - 1]!, text[end]!) || isNext(text, end))) end++;
  return end - start;
}

function isNext(text: string, at: number): boolean {
  return Math.abs(text.charCodeAt(at) - text.charCodeAt(at - 1)) <= 1;
}

function isBeside(one: string, other: string): boolean {
  const [a, b] = [keyOf(one), keyOf(other)];
  return a !== undefined && b !== undefined && Math.abs(a[0] - b[0]) <= 1 && Math.abs(a[1] - b[1]) <= 1;
}

function keyOf(sign: string): [number, number] | undefined {
  const row = KEYBOARD.findIndex((keys) => keys.includes(sign));
  return row < 0 ? undefined : [row, KEYBOARD[row]!.indexOf(sign)];
}

/** Length of up to four characters that repeat at least twice. */
function repetitionFrom(text: string, start: number): number {
  let longest = 0;
  for (let unit = 1; unit <= 4; unit++) {
    let end = start + unit;
    while (end < text.length && text[end] === text[end - unit]) end++;
    if (end - start >= 3 * unit || (unit >= 2 && end - start >= 2 * unit))
      longest = Math.max(longest, end - start);
  }
  return longest;
}
