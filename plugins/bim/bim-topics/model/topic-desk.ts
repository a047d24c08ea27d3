import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api, Live } from '#core/api';
import { AppError, isAbort, Latest, sentenceOf, serviceToken } from '#core/kernel';
import type { Projects } from '#core/project';
import {
  commentTopic,
  createTopic,
  deleteTopic,
  deleteTopicComment,
  exportTopics,
  importTopics,
  listTopics,
  topicSnapshot,
  updateTopic,
  type AnswerOf,
  type BimTopic,
  type BodyOf,
  type TopicComment,
} from '#core/protocol';
import { isClosed } from './states.ts';
import type { TopicViews } from './topic-views.ts';

export type TopicFields = BodyOf<typeof updateTopic>;
export type Imported = AnswerOf<typeof importTopics>;
export type BcfVersion = '2.1' | '3.0';

/** The topics of the open project, as they are now: changes of others arrive by events. */
export class TopicDesk {
  topics: readonly BimTopic[] = [];
  state: 'loading' | 'ready' | 'failed' = 'loading';
  error: string | undefined = undefined;
  openedId: string | undefined = undefined;
  isNew = false;
  search = '';
  /** Also closed and resolved ones. */
  showsAll = false;
  readonly #api: Pick<Api, 'call' | 'bytes'>;
  readonly #views: Pick<TopicViews, 'modelId' | 'take'>;
  readonly #reading = new Latest();
  #projectId: string | undefined;

  constructor(
    api: Pick<Api, 'call' | 'bytes'>,
    live: Pick<Live, 'on'>,
    projects: Pick<Projects, 'current$'>,
    views: Pick<TopicViews, 'modelId' | 'take'>,
  ) {
    this.#api = api;
    this.#views = views;
    makeAutoObservable(this, { topics: observableRef });
    projects.current$.subscribe((open) => this.#enter(open?.project.id));
    live.on('bimTopics').subscribe(({ projectId }) => {
      if (projectId === this.#projectId) void this.reload();
    });
  }

  get opened(): BimTopic | undefined {
    return this.topics.find(({ id }) => id === this.openedId);
  }

  get found(): readonly BimTopic[] {
    const words = this.search.toLowerCase().split(/\s+/).filter(Boolean);
    return this.topics.filter((topic) => {
      const { title, description, assignedTo, labels, author, comments } = topic;
      const text = [title, description, assignedTo, author, ...labels, ...comments.map((one) => one.text)]
        .join(' ')
        .toLowerCase();
      return (this.showsAll || !isClosed(topic)) && words.every((word) => text.includes(word));
    });
  }

  setSearch(search: string): void {
    this.search = search;
  }
  setShowsAll(showsAll: boolean): void {
    this.showsAll = showsAll;
  }
  open(id: string | undefined): void {
    this.openedId = id;
  }
  write(isNew: boolean): void {
    this.isNew = isNew;
  }

  async reload(): Promise<void> {
    const id = this.#projectId;
    if (id === undefined) return;
    try {
      const found = await this.#reading.run(
        async (signal) => (await this.#api.call(listTopics, { params: { id } }, { signal })).data,
      );
      if (!found) return;
      runInAction(() => {
        this.topics = found;
        this.state = 'ready';
        this.error = undefined;
      });
    } catch (failure) {
      if (isAbort(failure)) return;
      runInAction(() => {
        this.state = 'failed';
        this.error = sentenceOf(failure);
      });
    }
  }

  /** Opens a topic with what the view shows. Throws AppError. */
  async create(fields: TopicFields & { readonly title: string }): Promise<void> {
    const { modelId } = this.#views;
    const view = modelId === undefined ? undefined : await this.#views.take(modelId);
    const body = { ...fields, ...(modelId !== undefined && { modelId }), ...(view && { view }) };
    const { data } = await this.#api.call(createTopic, { params: { id: this.#projectId! }, body });
    this.#replace(data);
    runInAction(() => {
      this.isNew = false;
      this.openedId = data.id;
    });
  }

  /** Throws AppError; after a change by somebody else the topic is as it is now. */
  async change({ id, version }: BimTopic, fields: TopicFields): Promise<void> {
    try {
      const request = { params: { id }, body: fields, ifMatch: String(version) };
      this.#replace((await this.#api.call(updateTopic, request)).data);
    } catch (failure) {
      if (failure instanceof AppError && failure.status === 412) await this.reload();
      throw failure;
    }
  }

  /** Throws AppError. */
  async remove({ id, version }: BimTopic): Promise<void> {
    await this.#api.call(deleteTopic, { params: { id }, ifMatch: String(version) });
    runInAction(() => {
      this.topics = this.topics.filter((one) => one.id !== id);
      this.openedId = undefined;
    });
  }

  /** `hasView`: with what the view shows. Throws AppError. */
  async comment({ id, modelId }: BimTopic, text: string, hasView: boolean): Promise<void> {
    const of = modelId ?? this.#views.modelId;
    const view = hasView && of !== undefined ? await this.#views.take(of) : undefined;
    const body = { text, ...(view && { view }) };
    this.#replace((await this.#api.call(commentTopic, { params: { id }, body })).data);
  }

  /** Throws AppError. */
  async uncomment({ id }: BimTopic, comment: TopicComment): Promise<void> {
    await this.#api.call(deleteTopicComment, { params: { id, commentId: comment.id } });
    await this.reload();
  }

  /** Throws AppError. */
  async picture(id: string, viewpointId: string, signal: AbortSignal): Promise<Blob> {
    const { data } = await this.#api.bytes(topicSnapshot, { params: { id, viewpointId } }, { signal });
    return new Blob([data ?? new ArrayBuffer(0)]);
  }

  /** The topics that are found. Throws AppError. */
  async export(version: BcfVersion): Promise<Blob> {
    const body = { version, topics: this.found.map(({ id }) => id) };
    const { data } = await this.#api.bytes(exportTopics, { params: { id: this.#projectId! }, body });
    return new Blob([data ?? new ArrayBuffer(0)]);
  }

  /** Throws AppError. */
  async import(file: File): Promise<Imported> {
    const { modelId } = this.#views;
    const body = { name: file.name, ...(modelId !== undefined && { modelId }) };
    const { data } = await this.#api.call(importTopics, { params: { id: this.#projectId! }, body, file });
    await this.reload();
    return data;
  }

  #enter(projectId: string | undefined): void {
    if (projectId === this.#projectId) return;
    this.#projectId = projectId;
    this.#reading.cancel();
    this.topics = [];
    this.state = 'loading';
    this.openedId = undefined;
    this.isNew = false;
    void this.reload();
  }

  #replace(topic: BimTopic): void {
    const others = this.topics.filter(({ id }) => id !== topic.id);
    const all = [topic, ...others];
    this.topics = all.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  }
}
export const TOPIC_DESK = serviceToken<TopicDesk>('bim-topics.Desk');
