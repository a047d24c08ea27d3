import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { Latest, newUuid, sentenceOf } from '#core/kernel';
import { saveMarks, readMarks, type PictureMark, type StoredMark } from '#core/protocol';
import type { NewMark, PictureMarking as Marking } from '../api.ts';

/** What a person has changed since the marks were read: what is drawn anew, and what is taken away. */
interface Changes {
  readonly added: readonly PictureMark[];
  readonly removed: ReadonlySet<string>;
}
const NONE: Changes = { added: [], removed: new Set() };

/** What has been drawn and removed while `saved` was being written. */
function changesSince(saved: Changes, current: Changes): Changes {
  const written = new Set(saved.added.map(({ id }) => id));
  return {
    added: current.added.filter(({ id }) => !written.has(id)),
    removed: new Set([...current.removed].filter((id) => !saved.removed.has(id))),
  };
}

/** The marks over one picture: those that are stored, and what is changed of them here, which can be undone. */
export class PictureMarking implements Marking {
  state: Marking['state'] = 'loading';
  error: string | undefined;
  isSaving = false;
  private stored: readonly StoredMark[] = [];
  private content = 1;
  private changes: Changes = NONE;
  private past: readonly Changes[] = [];
  private future: readonly Changes[] = [];
  readonly #api: Pick<Api, 'call'>;
  readonly #fileId: string;
  readonly #reading = new Latest();

  constructor(api: Pick<Api, 'call'>, fileId: string) {
    this.#api = api;
    this.#fileId = fileId;
    makeAutoObservable<this, 'stored' | 'changes' | 'past' | 'future'>(this, {
      stored: observableRef,
      changes: observableRef,
      past: observableRef,
      future: observableRef,
    });
  }

  get marks(): readonly (PictureMark | StoredMark)[] {
    const { added, removed } = this.changes;
    const remaining = this.stored.filter(({ id, content }) => content === this.content && !removed.has(id));
    return [...remaining, ...added];
  }

  get earlier(): number {
    return this.stored.filter(({ content }) => content !== this.content).length;
  }

  get isChanged(): boolean {
    return this.changes.added.length > 0 || this.changes.removed.size > 0;
  }
  /** Not while it is being saved: what is written then would come back. */
  get canUndo(): boolean {
    return this.past.length > 0 && !this.isSaving;
  }
  get canRedo(): boolean {
    return this.future.length > 0 && !this.isSaving;
  }

  async load(): Promise<void> {
    try {
      await this.#reading.run(async (signal) => {
        const { data } = await this.#api.call(readMarks, { params: { id: this.#fileId } }, { signal });
        if (!signal.aborted) runInAction(() => this.#take(data));
      });
    } catch (thrown) {
      runInAction(() => {
        this.state = 'failed';
        this.error = sentenceOf(thrown);
      });
    }
  }

  add(mark: NewMark): void {
    const { added, removed } = this.changes;
    this.#change({ added: [...added, { ...mark, id: newUuid() }], removed });
  }

  remove(id: string): void {
    const { added, removed } = this.changes;
    this.#change({ added: added.filter((one) => one.id !== id), removed: new Set([...removed, id]) });
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before || !this.canUndo) return;
    this.future = [...this.future, this.changes];
    this.past = this.past.slice(0, -1);
    this.changes = before;
  }

  redo(): void {
    const after = this.future.at(-1);
    if (!after || !this.canRedo) return;
    this.past = [...this.past, this.changes];
    this.future = this.future.slice(0, -1);
    this.changes = after;
  }

  async save(): Promise<void> {
    this.isSaving = true;
    this.error = undefined;
    try {
      // What others have drawn since stays: only our own changes are written.
      const { data: current } = await this.#api.call(readMarks, { params: { id: this.#fileId } });
      const { added, removed } = this.changes;
      const remaining = current.marks
        .filter(({ id }) => !removed.has(id))
        .map(({ by: _by, at: _at, content: _content, ...mark }) => mark);
      const request = {
        params: { id: this.#fileId },
        body: { marks: [...remaining, ...added] },
        ifMatch: String(current.version),
      };
      const { data } = await this.#api.call(saveMarks, request);
      runInAction(() => {
        this.#take(data);
        this.changes = changesSince({ added, removed }, this.changes);
        this.past = [];
        this.future = [];
      });
    } catch (thrown) {
      runInAction(() => (this.error = sentenceOf(thrown)));
    } finally {
      runInAction(() => (this.isSaving = false));
    }
  }

  #take({ marks, content }: { marks: readonly StoredMark[]; content: number }): void {
    this.stored = marks;
    this.content = content;
    this.state = 'ready';
    this.error = undefined;
  }

  #change(changes: Changes): void {
    this.past = [...this.past, this.changes];
    this.future = [];
    this.changes = changes;
  }
}

/** The marks of all pictures: what is drawn over one and not saved is still there when the picture is seen again. */
export class PictureMarkings {
  readonly #api: Pick<Api, 'call'>;
  readonly #open = new Map<string, PictureMarking>();

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
  }

  readonly of = (fileId: string): PictureMarking => {
    for (const [id, { isChanged }] of this.#open) if (!isChanged) this.#open.delete(id);
    const marking = this.#open.get(fileId) ?? new PictureMarking(this.#api, fileId);
    this.#open.set(fileId, marking);
    return marking;
  };
}
