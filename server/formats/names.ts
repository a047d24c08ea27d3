const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Returns a name that every file system accepts: letters and digits of any script, Latin ones without accents. */
export function fileName(name: string, otherwise = 'export', max = 60): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/-+/g, '-');
  const cut = [...plain]
    .slice(0, max)
    .join('')
    .replace(/^-+|-+$/g, '');
  return cut === '' || RESERVED.test(cut) ? otherwise : cut;
}

/** Makes names unique, ignoring case. */
export class UniqueNames {
  readonly #taken: Set<string>;
  readonly #max: number;

  /** `max`: longest name; a number replaces letters at the end. */
  constructor(max = 64, taken: readonly string[] = []) {
    this.#max = max;
    this.#taken = new Set(taken.map((name) => name.toLowerCase()));
  }

  of(proposed: string): string {
    let name = proposed.slice(0, this.#max);
    for (let n = 2; this.#taken.has(name.toLowerCase()); n++)
      name = `${proposed.slice(0, this.#max - String(n).length - 1)}_${n}`;
    this.#taken.add(name.toLowerCase());
    return name;
  }
}
