import type { Api } from '#core/api';
import type { EventBus } from '#core/events';
import { AppError, isAbort, sentenceOf } from '#core/kernel';
import { autosave, type ChangeAnswer } from '#core/protocol';
import { MAX_CHANGES, type SentEntry } from './batch.ts';
import type { AutosaveState } from './contract.ts';
import { toChange } from './entry.ts';
import type { EntryStorage } from './entry-storage.ts';
import type { PendingChanges } from './pending-changes.ts';
import { SendSchedule } from './send-schedule.ts';
import type { Timers } from './timers.ts';

interface SenderDependencies {
  readonly projectId: string;
  readonly pending: PendingChanges;
  readonly storage: EntryStorage;
  readonly api: Pick<Api, 'call'>;
  readonly bus: Pick<EventBus, 'emit'>;
  readonly translate: (key: string) => string;
  readonly timers: Timers;
  /** Ends everything. */
  readonly closing: AbortSignal;
  /** Called when all is sent. */
  readonly onSent: () => Promise<void>;
  /** Called when `status` may have changed. */
  readonly onStatus: () => void;
}

/**
 * Sends the pending changes in batches. Each is stored before it is sent, and sent again unchanged until the server
 * has answered.
 */
export class Sender {
  readonly #parts: SenderDependencies;
  readonly #schedule: SendSchedule;
  #sending: Promise<void> | undefined;
  #maxChanges = MAX_CHANGES;
  #isSaving = false;
  #error: string | undefined;
  #savedAt: Date | undefined;

  constructor(parts: SenderDependencies) {
    this.#parts = parts;
    this.#schedule = new SendSchedule(parts.timers, () => void this.flush());
  }

  get status(): Pick<AutosaveState, 'isSaving' | 'error' | 'retryAt' | 'savedAt'> {
    return {
      isSaving: this.#isSaving,
      error: this.#error,
      retryAt: this.#schedule.retryAt,
      savedAt: this.#savedAt,
    };
  }

  setAutomatic(isAutomatic: boolean): void {
    this.#schedule.setAutomatic(isAutomatic);
    this.sendSoon();
  }

  /** Sends after a short delay, if there is something to send. */
  sendSoon(): void {
    if (this.#isIdle) this.#schedule.soon();
  }

  sendAtOnce(): void {
    if (this.#isIdle) this.#schedule.atOnce();
  }

  /** Sends now. Resolves when all is answered or a send failed. */
  flush(): Promise<void> {
    this.cancel();
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
      this.sendSoon();
    });
    return this.#sending;
  }

  /** Cancels a scheduled send. */
  cancel(): void {
    this.#schedule.cancel();
  }

  get #isIdle(): boolean {
    return !this.#sending && !this.#parts.closing.aborted && this.#parts.pending.isSendable;
  }

  async #sendAll(): Promise<void> {
    const { pending, storage, closing, onStatus, onSent } = this.#parts;
    const next = () => pending.nextBatch(this.#maxChanges);
    for (let batch = next(); batch.length > 0; batch = next()) {
      storage.mark(batch.map(({ id }) => id));
      this.#isSaving = true;
      onStatus();
      await storage.write();
      if (closing.aborted) return;
      let continues = false;
      try {
        const answers = await this.#send(batch);
        if (closing.aborted) return;
        this.#applyAnswers(batch, answers);
        continues = true;
      } catch (failure) {
        if (closing.aborted) return;
        continues = this.#handleFailure(batch, failure);
      }
      this.#isSaving = false;
      await storage.write();
      onStatus();
      if (closing.aborted || !continues) return;
    }
    await onSent();
  }

  async #send(batch: readonly SentEntry[]): Promise<readonly ChangeAnswer[]> {
    const { api, projectId, closing } = this.#parts;
    const body = batch.map(({ id, attempt }) => toChange(id, attempt));
    const { data } = await api.call(
      autosave,
      { headers: { projectid: projectId }, body },
      { signal: closing },
    );
    return data;
  }

  #applyAnswers(batch: readonly SentEntry[], answers: readonly ChangeAnswer[]): void {
    const { pending, storage, bus, projectId, timers, translate } = this.#parts;
    const byClientId = new Map(answers.map((answer) => [answer.clientId, answer]));
    const saved: string[] = [];
    let missing = 0;
    for (const { id, attempt } of batch) {
      const answer = byClientId.get(attempt.clientId);
      const entry = pending.get(id);
      if (!entry) continue;
      if (!answer) missing++;
      else if (pending.answer(entry, attempt, answer)) saved.push(id);
      storage.mark([id]);
    }
    if (missing > 0) throw new AppError('unanswered', translate('core:autosave.unanswered'));
    this.#schedule.succeeded();
    this.#error = undefined;
    if (saved.length === 0) return;
    this.#savedAt = new Date(timers.now());
    bus.emit('geometriesChangeSucess', { projectId, ids: saved });
  }

  /** Returns whether to continue at once. */
  #handleFailure(batch: readonly SentEntry[], failure: unknown): boolean {
    const { pending, storage } = this.#parts;
    const status = failure instanceof AppError ? failure.status : undefined;
    if (status === 400 || status === 413 || status === 422) {
      // One change of the batch is invalid: halves the batch until it is found.
      if (batch.length > 1) {
        this.#maxChanges = Math.ceil(batch.length / 2);
        return true;
      }
      const entry = batch[0] && pending.get(batch[0].id);
      if (entry) {
        pending.refuse(entry, sentenceOf(failure));
        storage.mark([entry.id]);
      }
      this.#maxChanges = MAX_CHANGES;
      return true;
    }
    if (isAbort(failure)) return false;
    this.#error = sentenceOf(failure);
    this.#schedule.failed();
    return false;
  }
}
