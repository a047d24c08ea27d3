import type { Language, ManyChanged } from '#core/protocol';
import { sentence } from '../../../base/language.ts';
import { MAX_ANNOUNCED, type AnnouncedChanges } from '../announce.ts';
import type { Decision } from '../changes/decide.ts';
import type { DoneObject } from './parts.ts';

/** Counts the outcome of a change of many objects, and collects what is announced of it. */
export class ChangeTally {
  readonly announced: AnnouncedChanges = { changed: [], removed: [] };
  #changed = 0;
  #unchanged = 0;
  #transactionId: string | null = null;
  readonly #refused = new Map<string, number>();
  readonly #language: Language;

  constructor(language: Language) {
    this.#language = language;
  }

  get result(): ManyChanged {
    const refused = [...this.#refused].map(([reason, count]) => ({ reason, count }));
    return {
      changed: this.#changed,
      unchanged: this.#unchanged,
      refused: refused.sort((a, b) => b.count - a.count),
      transactionId: this.#transactionId,
    };
  }

  add(decision: Decision): void {
    if (decision.status === 'write') this.changed(decision.write.transactionId);
    else if (decision.status === 'done') this.#unchanged++;
    else this.#refuse(this.reasonOf(decision)!);
  }

  /** Why a change is not made, as a sentence; undefined where it is. */
  reasonOf(decision: Decision): string | undefined {
    if (decision.status === 'write' || decision.status === 'done') return undefined;
    const { key, values } =
      decision.status === 'refused' ? decision.fault : { key: 'geometries.changed-elsewhere', values: {} };
    return sentence(this.#language, key, values);
  }

  changed(transactionId: string): void {
    this.#changed++;
    this.#transactionId ??= transactionId;
  }

  refused(key: string, values: Record<string, string | number> = {}): void {
    this.#refuse(sentence(this.#language, key, values));
  }

  #refuse(reason: string): void {
    this.#refused.set(reason, (this.#refused.get(reason) ?? 0) + 1);
  }

  /** Counts what an earlier attempt has done. */
  resume(done: Iterable<DoneObject>): void {
    for (const { id, version, typeName, transactionId } of done) {
      this.changed(transactionId);
      this.announced.removed.push({ id, version, typeName });
      this.announced.reload = true;
    }
  }

  /** Adds what was written; the texts of objects that are too many to be announced are forgotten. */
  announce({ changed, removed }: AnnouncedChanges): void {
    this.announced.changed.push(...changed);
    this.announced.removed.push(...removed);
    if (this.#changed > MAX_ANNOUNCED) for (const each of this.announced.changed) each.text = '';
  }
}
