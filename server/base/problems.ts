import { Unusable } from './unusable.ts';

/** A problem of a feature (its index in the file, from 0) or, with null, of the whole file. */
export interface FileProblem {
  feature: number | null;
  /** Stable key of the sentence `import.problem.<kind>`. */
  kind: string;
  values?: Record<string, string | number>;
}

/** A file that cannot be read at all; `key` names the sentence `import.refused.<key>`. */
export class Unreadable extends Unusable {}

/** Findings of one file: the first thousand are stored, all are counted. */
export class Findings {
  static readonly MAX_LISTED = 1000;
  readonly list: FileProblem[] = [];
  count = 0;
  #once = new Set<string>();

  add(feature: number | null, kind: string, values?: Record<string, string | number>): void {
    this.count++;
    if (this.list.length < Findings.MAX_LISTED)
      this.list.push(values ? { feature, kind, values } : { feature, kind });
  }

  /** Adds a finding about the whole file, only once, or once for each `field` of the values. */
  once(kind: string, values?: Record<string, string | number>): void {
    const key = `${kind} ${values?.['field'] ?? ''}`;
    if (this.#once.has(key)) return;
    this.#once.add(key);
    this.count++;
    // Findings about the whole file come first, and are never displaced by those of features.
    this.list.unshift(values ? { feature: null, kind, values } : { feature: null, kind });
    if (this.list.length > Findings.MAX_LISTED) this.list.pop();
  }
}
