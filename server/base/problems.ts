import { Unusable } from './unusable.ts';

/** A problem of a feature (its index in the file, from 0) or, with null, of the whole file. */
export interface Finding {
  feature: number | null;
  /** Stable key of the sentence `import.problem.<kind>`. */
  kind: string;
  values?: Record<string, string | number>;
}

/** A file that cannot be read at all; `key` names the sentence `import.refused.<key>`. */
export class Unreadable extends Unusable {}

/** Findings of one file: the first thousand are stored, all are counted. */
export class Findings {
  static readonly KEPT = 1000;
  readonly kept: Finding[] = [];
  count = 0;
  #onceKinds = new Set<string>();

  add(feature: number | null, kind: string, values?: Record<string, string | number>): void {
    this.count++;
    if (this.kept.length < Findings.KEPT)
      this.kept.push(values ? { feature, kind, values } : { feature, kind });
  }

  /** Adds a finding about the whole file, only once. */
  once(kind: string, values?: Record<string, string | number>): void {
    if (this.#onceKinds.has(kind)) return;
    this.#onceKinds.add(kind);
    this.count++;
    // Findings about the whole file come first, and are never displaced by those of features.
    this.kept.unshift(values ? { feature: null, kind, values } : { feature: null, kind });
    if (this.kept.length > Findings.KEPT) this.kept.pop();
  }
}
