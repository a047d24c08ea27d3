import { makeAutoObservable, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { Latest, sentenceOf, serviceToken } from '#core/kernel';
import {
  blurFile,
  listFiles,
  listFileVersions,
  type AnswerOf,
  type BlurRegion,
  type FileRecord,
} from '#core/protocol';
import type { FileOpener } from '../api.ts';
import type { FileChange } from './change-many.ts';
import type { DocumentList } from './document-list.ts';
import type { PhotoList } from './photo-list.ts';

export type FileVersion = AnswerOf<typeof listFileVersions>[number];

/** The file whose dialog is open: it starts, and then succeeds or fails; the next one replaces it. */
export class OpenedFile implements FileOpener {
  state: 'closed' | 'start' | 'success' | 'fail' = 'closed';
  id: string | undefined;
  projectId: string | undefined;
  file: FileRecord | undefined;
  versions: readonly FileVersion[] = [];
  error: string | undefined;
  /** The ids that next and previous go through. */
  among: readonly string[] = [];
  readonly #api: Api;
  readonly #list: DocumentList;
  readonly #photos: Pick<PhotoList, 'reload'>;
  readonly #latest = new Latest();

  constructor(api: Api, list: DocumentList, photos: Pick<PhotoList, 'reload'>) {
    this.#api = api;
    this.#list = list;
    this.#photos = photos;
    makeAutoObservable(this);
  }

  get isOpen(): boolean {
    return this.state !== 'closed';
  }

  open(fileId: string, projectId: string, among: readonly string[] = []): void {
    this.id = fileId;
    this.projectId = projectId;
    this.among = among;
    this.file = undefined;
    this.versions = [];
    void this.reload();
  }

  close(): void {
    this.#latest.cancel();
    this.state = 'closed';
    this.file = undefined;
  }

  /** The one `step` places further in the list it was opened from. */
  neighbour(step: 1 | -1): string | undefined {
    const at = this.among.indexOf(this.id ?? '');
    return at < 0 ? undefined : this.among[at + step];
  }

  go(step: 1 | -1): void {
    const id = this.neighbour(step);
    if (id !== undefined) this.open(id, this.projectId!, this.among);
  }

  async reload(): Promise<void> {
    const { id, projectId } = this;
    if (id === undefined || projectId === undefined) return;
    if (!this.file) this.state = 'start';
    this.error = undefined;
    try {
      await this.#latest.run(async (signal) => {
        const headers = { projectid: projectId };
        const [{ data: files }, { data: versions }] = await Promise.all([
          this.#api.call(listFiles, { headers, query: { id } }, { signal }),
          this.#api.call(listFileVersions, { params: { id } }, { signal }),
        ]);
        if (signal.aborted) return;
        runInAction(() => {
          this.file = files[0];
          this.versions = versions;
          this.state = 'success';
        });
      });
    } catch (failure) {
      runInAction(() => {
        this.state = 'fail';
        this.error = sentenceOf(failure);
      });
    }
  }

  /** Throws AppError. */
  async change(change: FileChange): Promise<void> {
    const changed = await this.#list.change(this.file!, change);
    await this.#show(changed);
  }

  /** Throws AppError. */
  async replace(file: File, why: string): Promise<void> {
    await this.#show(await this.#list.replace(this.file!, file, why));
  }

  /** Throws AppError. */
  async blur(regions: readonly BlurRegion[]): Promise<void> {
    const { id, version } = this.file!;
    const request = { params: { id }, body: { regions: [...regions] }, ifMatch: String(version) };
    const { data } = await this.#api.call(blurFile, request);
    await this.#list.reload();
    await this.#show(data);
  }

  /** Throws AppError. */
  async remove(): Promise<void> {
    await this.#list.remove([this.file!]);
    await this.#photos.reload();
    runInAction(() => this.close());
  }

  async #show(file: FileRecord): Promise<void> {
    runInAction(() => (this.file = file));
    await Promise.all([this.reload(), file.photo && this.#photos.reload()]);
  }
}
export const OPENED_FILE = serviceToken<OpenedFile>('documents.OpenedFile');
