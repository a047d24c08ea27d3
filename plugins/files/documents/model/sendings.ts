import { makeAutoObservable, runInAction } from 'mobx';
import { Subject } from 'rxjs';
import type { Api, ResumableUploads, Sending } from '#core/api';
import { isAbort, sentenceOf, serviceToken } from '#core/kernel';
import { uploadFile, uploadProjectFiles, type FileRecord } from '#core/protocol';
import type { DocumentOnItsWay, DocumentSendings, FilePlaceOf } from '../api.ts';

/** Larger files are sent in pieces, so that a broken connection costs one piece. */
const IN_PIECES = 16 * 1024 ** 2;
/** Files sent at a time; the others wait. */
const AT_ONCE = 3;
/** Small files that one call may carry to a project. */
const IN_ONE_CALL = 20;

/** One file on its way. */
export interface SentDocument extends DocumentOnItsWay {
  readonly file: File;
  state: DocumentOnItsWay['state'];
  /** 0 to 1. */
  part: number;
  /** A sentence. */
  error: string | undefined;
  /** In pieces: can be paused. */
  sending: Sending | undefined;
}

/** Sends files to become documents, a few at a time; goes on while nothing shows it. */
export class Sendings implements DocumentSendings {
  files: SentDocument[] = [];
  /** Each document as it is made. */
  readonly made$ = new Subject<FileRecord>();
  readonly #api: Api;
  readonly #uploads: Pick<ResumableUploads, 'send'>;
  readonly #stops = new Map<number, AbortController>();
  #next = 0;

  constructor(api: Api, uploads: Pick<ResumableUploads, 'send'>) {
    this.#api = api;
    this.#uploads = uploads;
    makeAutoObservable(this, { made$: false });
  }

  get isSending(): boolean {
    return this.files.some(({ state }) => state !== 'failed');
  }

  add(of: FilePlaceOf, files: readonly File[]): void {
    for (const file of files)
      this.files.push({
        id: this.#next++,
        of,
        file,
        state: 'waiting',
        part: 0,
        error: undefined,
        sending: undefined,
      });
    this.#fill();
  }

  retry(one: SentDocument): void {
    one.state = 'waiting';
    one.error = undefined;
    this.#fill();
  }

  async cancel(one: SentDocument): Promise<void> {
    this.#stops.get(one.id)?.abort();
    this.#forget(one);
    await one.sending?.cancel();
  }

  #fill(): void {
    const busy = this.files.filter(({ state }) => state !== 'waiting' && state !== 'failed').length;
    for (let free = AT_ONCE - busy; free > 0; free--) {
      const one = this.files.find(({ state }) => state === 'waiting');
      if (!one) return;
      const together = this.#together(one);
      for (const each of together) each.state = 'sending';
      void (together.length > 1 ? this.#sendTogether(together) : this.#send(one));
    }
  }

  /** Small files that wait for the same project, and can go with this one. */
  #together(one: SentDocument): readonly SentDocument[] {
    const { projectId, geometryId, surveyId, folder } = one.of;
    if (geometryId !== undefined || surveyId !== undefined) return [one];
    const isAlike = ({ of, file, state }: SentDocument) =>
      state === 'waiting' &&
      of.projectId === projectId &&
      of.geometryId === undefined &&
      of.surveyId === undefined &&
      of.folder === folder &&
      file.size > 0 &&
      file.size < IN_PIECES / IN_ONE_CALL;
    return isAlike(one) ? this.files.filter(isAlike).slice(0, IN_ONE_CALL) : [one];
  }

  async #sendTogether(all: readonly SentDocument[]): Promise<void> {
    const stop = new AbortController();
    for (const { id } of all) this.#stops.set(id, stop);
    // A name of its own may have a semicolon, which separates them here.
    const names = all.map(({ file }) => file.name.replaceAll(';', '_')).join(';');
    const files = all.map(({ file }) => file);
    const { projectId, folder } = all[0]!.of;
    try {
      const onUpload = (part: number) => runInAction(() => all.forEach((one) => (one.part = part)));
      const { data } = await this.#api.call(
        uploadProjectFiles,
        { params: { id: projectId }, body: { names, folder }, files },
        { signal: stop.signal, onUpload },
      );
      runInAction(() => all.forEach((one) => this.#forget(one)));
      for (const record of data) this.made$.next(record);
    } catch (failure) {
      // One that is refused stops all of a call: each is tried alone. Cancelling one stops the call, not the others.
      const { status } = failure as { status?: number };
      const left = all.filter((one) => this.files.includes(one));
      if (isAbort(failure) || (status !== undefined && status < 500))
        await Promise.all(left.map((one) => this.#send(one)));
      else runInAction(() => left.forEach((one) => this.#fail(one, failure)));
    }
    this.#fill();
  }

  async #send(one: SentDocument): Promise<void> {
    if (one.file.size >= IN_PIECES) return this.#sendInPieces(one);
    const stop = new AbortController();
    this.#stops.set(one.id, stop);
    const { projectId, geometryId, surveyId, folder } = one.of;
    const body = { geometryid: geometryId, surveyid: surveyId, folder };
    try {
      const { data } = await this.#api.call(
        uploadFile,
        { headers: { projectid: projectId }, body, file: one.file },
        { signal: stop.signal, onUpload: (part) => runInAction(() => (one.part = part)) },
      );
      runInAction(() => this.#forget(one));
      this.made$.next(data);
    } catch (failure) {
      if (!isAbort(failure)) runInAction(() => this.#fail(one, failure));
    }
    this.#fill();
  }

  #sendInPieces(one: SentDocument): void {
    const sending = (one.sending = this.#uploads.send(one.file, one.of.projectId, 'document'));
    sending.state$.subscribe(({ kind, sent, bytes, error }) => {
      runInAction(() => {
        one.part = sent / Math.max(1, bytes);
        if (kind === 'paused' || kind === 'lost') one.state = kind;
        else if (kind !== 'failed') one.state = 'sending';
        if (kind === 'failed') this.#fail(one, new Error(error));
      });
      if (kind === 'complete') void this.#finish(one, sending);
      if (kind === 'failed') this.#fill();
    });
  }

  /** Makes a document of what has arrived. */
  async #finish(one: SentDocument, sending: Sending): Promise<void> {
    const { projectId, geometryId, surveyId, folder } = one.of;
    const body = { uploadId: sending.id!, geometryid: geometryId, surveyid: surveyId, folder };
    try {
      const { data } = await this.#api.call(uploadFile, { headers: { projectid: projectId }, body });
      runInAction(() => this.#forget(one));
      this.made$.next(data);
    } catch (failure) {
      runInAction(() => this.#fail(one, failure));
    }
    this.#fill();
  }

  #fail(one: SentDocument, failure: unknown): void {
    one.state = 'failed';
    one.error = sentenceOf(failure);
  }

  #forget(one: SentDocument): void {
    this.#stops.delete(one.id);
    this.files = this.files.filter(({ id }) => id !== one.id);
  }
}
export const SENDINGS = serviceToken<Sendings>('documents.SentDocuments');
