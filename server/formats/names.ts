const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Returns a name that every file system accepts: letters and digits of any script, Latin ones without accents. */
export function fileName(name: string, otherwise = 'export', most = 60): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/-+/g, '-');
  const cut = [...plain]
    .slice(0, most)
    .join('')
    .replace(/^-+|-+$/g, '');
  return cut === '' || RESERVED.test(cut) ? otherwise : cut;
}

/** Makes names unique, ignoring case. */
export class UniqueNames {
  readonly #taken: Set<string>;
  readonly #most: number;

  /** `most`: longest name; a number replaces letters at the end. */
  constructor(most = 64, taken: readonly string[] = []) {
    this.#most = most;
    this.#taken = new Set(taken.map((name) => name.toLowerCase()));
  }

  of(wanted: string): string {
    let name = wanted.slice(0, this.#most);
    for (let n = 2; this.#taken.has(name.toLowerCase()); n++)
      name = `${wanted.slice(0, this.#most - String(n).length - 1)}_${n}`;
    this.#taken.add(name.toLowerCase());
    return name;
  }
}
