const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** A name that every file system takes: letters and digits of any script, accents of Latin ones left out. */
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

/** Names that differ from each other, also where capitals count for nothing. */
export class UniqueNames {
  readonly #taken: Set<string>;
  readonly #most: number;

  /** `most`: longest name; a number at the end takes the place of letters. */
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
