import { makeAutoObservable, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { Latest, sentenceOf, serviceToken } from '#core/kernel';
import {
  archiveFiles,
  deleteFile,
  downloadFile,
  downloadOriginal,
  listFiles,
  listProjectFiles,
  updateFile,
  type FileRecord,
} from '#core/protocol';
import { changeMany, type FileChange, type ManyChange, type ManyChanged } from './change-many.ts';
import type { Sendings } from './sendings.ts';

const PAGE = 100;

export interface FileFilter {
  readonly search: string;
  readonly kind: 'all' | 'photo' | 'document';
  readonly orderby: 'name' | 'createdAt' | 'bytes' | 'folder';
  /** With those below it; empty: all. */
  readonly folder: string;
}

/** The files of one object, or those of the project that belong to no object. */
export class DocumentList {
  projectId: string | undefined;
  geometryId: string | undefined;
  files: readonly FileRecord[] = [];
  total = 0;
  state: 'loading' | 'ready' | 'failed' = 'loading';
  error: string | undefined;
  filter: FileFilter = { search: '', kind: 'all', orderby: 'createdAt', folder: '' };
  readonly selected = new Set<string>();
  readonly #api: Api;
  readonly #latest = new Latest();

  constructor(api: Api, sendings: Pick<Sendings, 'made$'>) {
    this.#api = api;
    makeAutoObservable(this);
    sendings.made$.subscribe(({ projectId, geometryId }) => {
      if (projectId === this.projectId && (geometryId ?? undefined) === this.geometryId) void this.reload();
    });
  }

  /** Shows the files of another object or project. */
  async open(projectId: string, geometryId: string | undefined): Promise<void> {
    if (projectId !== this.projectId || geometryId !== this.geometryId) {
      // Another project has other folders.
      if (projectId !== this.projectId) this.filter = { ...this.filter, folder: '' };
      this.projectId = projectId;
      this.geometryId = geometryId;
      this.files = [];
      this.total = 0;
      this.selected.clear();
      this.state = 'loading';
    }
    await this.reload();
  }

  async narrow(filter: Partial<FileFilter>): Promise<void> {
    this.filter = { ...this.filter, ...filter };
    this.selected.clear();
    await this.reload();
  }

  reload(): Promise<void> {
    return this.#read(Math.max(1, Math.ceil(this.files.length / PAGE)), 1);
  }

  more(): Promise<void> {
    const page = Math.floor(this.files.length / PAGE) + 1;
    return this.#read(page, page);
  }

  /** Reads the pages `from` to `to`; those before stay. */
  async #read(to: number, from: number): Promise<void> {
    const { projectId } = this;
    if (projectId === undefined) return;
    try {
      await this.#latest.run(async (signal) => {
        const kept = this.files.slice(0, (from - 1) * PAGE);
        const pages: FileRecord[] = [];
        let total = 0;
        for (let page = from; page <= to; page++) {
          const answer = await this.#page(projectId, page, signal);
          pages.push(...answer.data);
          total = answer.total ?? answer.data.length;
          if (answer.data.length < PAGE) break;
        }
        if (signal.aborted) return;
        runInAction(() => {
          this.files = [...kept, ...pages];
          this.total = total;
          this.state = 'ready';
          this.error = undefined;
          const there = new Set(this.files.map(({ id }) => id));
          for (const id of this.selected) if (!there.has(id)) this.selected.delete(id);
        });
      });
    } catch (failure) {
      runInAction(() => {
        if (this.files.length === 0) this.state = 'failed';
        this.error = sentenceOf(failure);
      });
    }
  }

  #page(projectId: string, page: number, signal: AbortSignal) {
    const { search, kind, orderby, folder } = this.filter;
    const query = {
      paginate: PAGE,
      page,
      orderby,
      order: orderby === 'name' || orderby === 'folder' ? ('asc' as const) : ('desc' as const),
      ...(search !== '' && { search }),
      ...(kind !== 'all' && { kind }),
      ...(folder !== '' && { folder }),
    };
    return this.geometryId === undefined
      ? this.#api.call(listProjectFiles, { params: { id: projectId }, query }, { signal })
      : this.#api.call(
          listFiles,
          { headers: { projectid: projectId }, query: { ...query, geometryid: this.geometryId } },
          { signal },
        );
  }

  toggle(id: string, isSelected: boolean): void {
    if (isSelected) this.selected.add(id);
    else this.selected.delete(id);
  }

  selectAll(isSelected: boolean): void {
    this.selected.clear();
    if (isSelected) for (const { id } of this.files) this.selected.add(id);
  }

  /** Throws AppError. */
  async change(file: FileRecord, change: FileChange): Promise<FileRecord> {
    const changed = await this.#send(file, change);
    await this.reload();
    return changed;
  }

  /** Several at once; says which could not be changed, each as it is listed after that. */
  async changeMany(files: readonly FileRecord[], many: ManyChange): Promise<ManyChanged> {
    const { changed, failed } = await changeMany(files, many, (file, change) => this.#send(file, change));
    await this.reload();
    const listed = new Map(this.files.map((file) => [file.id, file]));
    return {
      changed,
      failed: failed.map(({ file, reason }) => ({ file: listed.get(file.id) ?? file, reason })),
    };
  }

  async #send({ id, version }: FileRecord, change: FileChange): Promise<FileRecord> {
    const request = { query: { id }, body: change, ifMatch: String(version) };
    const { data } = await this.#api.call(updateFile, request);
    return data;
  }

  /** Another content, as the next version. Throws AppError. */
  async replace({ id, version }: FileRecord, file: File, why: string): Promise<FileRecord> {
    const body = why === '' ? {} : { why };
    const request = { query: { id }, body, file, ifMatch: String(version) };
    const { data } = await this.#api.call(updateFile, request);
    await this.reload();
    return data;
  }

  /** Throws AppError at the first that cannot be deleted; those before it are. */
  async remove(files: readonly FileRecord[]): Promise<void> {
    try {
      for (const { id, version } of files)
        await this.#api.call(deleteFile, { query: { id }, ifMatch: String(version) });
    } finally {
      await this.reload();
    }
  }

  /** The content of one file, or of one of its versions. Throws AppError. */
  async content({ id, mediaType }: Pick<FileRecord, 'id' | 'mediaType'>, version?: number): Promise<Blob> {
    const query = version === undefined ? {} : { version };
    const { data } = await this.#api.bytes(downloadFile, { params: { id }, query });
    return new Blob([data ?? new ArrayBuffer(0)], { type: mediaType });
  }

  /** A picture as it was uploaded, before parts of it were blurred. Throws AppError. */
  async original({ id }: Pick<FileRecord, 'id'>): Promise<Blob> {
    const { data } = await this.#api.bytes(downloadOriginal, { params: { id } });
    return new Blob([data ?? new ArrayBuffer(0)]);
  }

  /** A zip of files, with a manifest. Throws AppError. */
  async archive(ids: readonly string[]): Promise<Blob> {
    const headers = { projectid: this.projectId! };
    const { data } = await this.#api.bytes(archiveFiles, { headers, body: { ids: [...ids] } });
    return new Blob([data ?? new ArrayBuffer(0)], { type: 'application/zip' });
  }
}
export const DOCUMENT_LIST = serviceToken<DocumentList>('documents.DocumentList');
