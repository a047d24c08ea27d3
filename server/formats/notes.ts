import type { Language } from '#core/protocol';
import { sentence } from '../base/language.ts';

/** Notes about an export, each once with a count. */
export class ExportNotes {
  readonly #language: Language;
  readonly #met = new Map<string, { key: string; values: Record<string, string | number>; count: number }>();
  readonly #texts: string[] = [];

  constructor(language: Language) {
    this.#language = language;
  }

  /** Adds the text `key` with `values`; repeats increase its `count`. */
  add(key: string, values: Record<string, string | number> = {}): void {
    const id = `${key} ${JSON.stringify(values)}`;
    const met = this.#met.get(id);
    if (met) met.count++;
    else this.#met.set(id, { key, values, count: 1 });
  }

  addText(text: string): void {
    if (!this.#texts.includes(text)) this.#texts.push(text);
  }

  all(): string[] {
    const counted = [...this.#met.values()].map(({ key, values, count }) =>
      sentence(this.#language, key, { ...values, count }),
    );
    return [...this.#texts, ...counted].slice(0, 200);
  }
}
