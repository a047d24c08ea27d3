import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { AppError, serviceToken } from '#core/kernel';
import { getCloudClips, putCloudClips } from '#core/protocol';
import type { ClipList, CloudClips } from './cloud-clips.ts';
import { fromStored, toStored } from './stored.ts';

interface Theirs {
  readonly list: ClipList;
  readonly version: number;
}
/** What is known of a cloud's clips on the server. */
interface Record {
  readonly version: number;
  /** As they are there. */
  readonly list: ClipList;
  /** What somebody else has kept meanwhile: nothing is sent until the person has chosen. */
  readonly theirs?: Theirs;
}

/** Loads the clips of a cloud from the server and keeps them there, one request at a time. */
export class ClipKeeper {
  /** Why the clips could not be loaded or kept. */
  failure: unknown = undefined;
  records: ReadonlyMap<string, Record> = new Map();
  readonly #api: Pick<Api, 'call'>;
  readonly #clips: CloudClips;
  readonly #mayWrite: () => boolean;
  readonly #waiting = new Map<string, ClipList>();
  #isSending = false;

  constructor(api: Pick<Api, 'call'>, clips: CloudClips, mayWrite: () => boolean) {
    this.#api = api;
    this.#clips = clips;
    this.#mayWrite = mayWrite;
    makeAutoObservable(this, { failure: observableRef, records: observableRef });
    reaction(
      () => clips.cloud?.id,
      () => void this.load(),
      { fireImmediately: true },
    );
    reaction(
      () => clips.lists,
      (lists) => {
        for (const [id, list] of lists) this.#wait(id, list);
        void this.#send();
      },
    );
  }

  /** What somebody else has kept, where it differs from the clips here. */
  get theirs(): Theirs | undefined {
    const { cloud } = this.#clips;
    return cloud && this.records.get(cloud.id)?.theirs;
  }

  /** Whether changes stay in this window only. */
  get isLocal(): boolean {
    return !this.#mayWrite();
  }

  /** Loads the clips of the cloud in the view. A failure is kept. */
  async load(): Promise<void> {
    const { cloud } = this.#clips;
    if (!cloud) {
      this.failure = undefined;
      this.records = new Map();
      return;
    }
    const { id } = cloud;
    if (this.records.has(id)) return;
    try {
      const { list, version } = await this.#read(id);
      runInAction(() => {
        this.failure = undefined;
        if (this.#clips.cloud?.id !== id || this.records.has(id)) return;
        this.#know(id, { version, list });
        // Clips that were set meanwhile come after those that were kept.
        const mine = this.#clips.lists.get(id);
        const both = mine ? { ...mine, clips: [...list.clips, ...mine.clips] } : list;
        this.#clips.take(id, both);
      });
    } catch (thrown) {
      runInAction(() => (this.failure = thrown));
    }
  }

  /** After a failure: loads or keeps again. */
  async retry(): Promise<void> {
    this.failure = undefined;
    await this.load();
    await this.#send();
  }

  takeTheirs(): void {
    const { cloud } = this.#clips;
    if (!cloud || !this.theirs) return;
    const { list, version } = this.theirs;
    this.#waiting.delete(cloud.id);
    this.#know(cloud.id, { version, list });
    this.#clips.take(cloud.id, list);
  }

  keepMine(): void {
    const { cloud } = this.#clips;
    if (!cloud || !this.theirs) return;
    this.#know(cloud.id, this.theirs);
    const mine = this.#clips.lists.get(cloud.id);
    if (mine) this.#wait(cloud.id, mine);
    void this.#send();
  }

  #wait(id: string, list: ClipList): void {
    if (!this.#mayWrite() || this.records.get(id)?.list === list) this.#waiting.delete(id);
    else this.#waiting.set(id, list);
  }

  async #send(): Promise<void> {
    if (this.#isSending || this.failure !== undefined) return;
    this.#isSending = true;
    try {
      for (;;) {
        const next = [...this.#waiting].find(([one]) => {
          const record = this.records.get(one);
          return record && !record.theirs;
        });
        if (!next) break;
        await this.#put(next[0], next[1]);
      }
    } catch (thrown) {
      runInAction(() => (this.failure = thrown));
    } finally {
      this.#isSending = false;
    }
  }

  async #put(id: string, list: ClipList): Promise<void> {
    const ifMatch = String(this.records.get(id)!.version);
    try {
      const { data } = await this.#api.call(putCloudClips, { params: { id }, body: toStored(list), ifMatch });
      if (this.#waiting.get(id) === list) this.#waiting.delete(id);
      runInAction(() => this.#know(id, { version: data.version, list }));
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.status !== 412) throw thrown;
      const theirs = await this.#read(id);
      runInAction(() => this.#know(id, { ...this.records.get(id)!, theirs }));
    }
  }

  async #read(id: string): Promise<Theirs> {
    const { data } = await this.#api.call(getCloudClips, { params: { id } });
    return { list: fromStored(data), version: data.version };
  }

  #know(id: string, { version, list, theirs }: Record): void {
    this.records = new Map(this.records).set(id, { version, list, ...(theirs && { theirs }) });
  }
}
export const CLIP_KEEPER = serviceToken<ClipKeeper>('cloud-clip.ClipKeeper');
