import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { ServerList, type Api } from '#core/api';
import { AppError, Latest, sentenceOf } from '#core/kernel';
import {
  addImages,
  createAttribute,
  deleteAttribute,
  deleteImage,
  getAttribute,
  listAttributes,
  updateAttribute,
  type BodyOf,
  type ObjectType,
} from '#core/protocol';
import type { TypeSource } from '#plugins/work/object-types/api';

export type TypeDraft = BodyOf<typeof createAttribute>;

/** The object types of the organization, and the one that is shown. */
export class ObjectTypes implements TypeSource {
  readonly list: ServerList<ObjectType>;
  /** Undefined until it is loaded, and where none is shown. */
  shown: ObjectType | undefined = undefined;
  /** Why it could not be loaded, as a sentence. */
  error: string | undefined = undefined;
  readonly #api: Pick<Api, 'call'>;
  readonly #newest = new Latest();
  #id: string | undefined;

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
    this.list = new ServerList((query, signal) => api.call(listAttributes, { query }, { signal }), {
      orderby: 'name',
      order: 'asc',
      paginate: 50,
    });
    makeAutoObservable(this, { shown: observableRef, list: false });
  }

  /** Shows the type with this id, or none. */
  async show(id: string | undefined): Promise<void> {
    this.#id = id;
    this.error = undefined;
    if (this.shown?.id !== id) this.shown = this.list.rows.find((type) => type.id === id);
    this.#newest.cancel();
    if (id === undefined) return;
    try {
      const answer = await this.#newest.run((signal) =>
        this.#api.call(getAttribute, { params: { id } }, { signal }),
      );
      if (answer) this.#take(answer.data);
    } catch (failure) {
      runInAction(() => {
        this.shown = undefined;
        this.error = sentenceOf(failure);
      });
    }
  }

  /** Also called when someone else has changed types. */
  async reloadTypes(): Promise<void> {
    await Promise.all([this.list.reload(), this.show(this.#id)]);
  }

  /** Throws AppError with the server's sentence; its errors name the fields. */
  async create(draft: TypeDraft): Promise<ObjectType> {
    const { data } = await this.#api.call(createAttribute, { body: draft });
    await this.list.reload();
    return data;
  }

  /** Changes the shown type. Throws as `create`; 412 if someone else was faster, after which theirs is shown. */
  async change(type: ObjectType, draft: Partial<TypeDraft>): Promise<void> {
    await this.#versioned(async () => {
      const ifMatch = String(type.version);
      const { data } = await this.#api.call(updateAttribute, {
        params: { id: type.id },
        body: draft,
        ifMatch,
      });
      this.#take(data);
    });
    await this.list.reload();
  }

  /** Deletes a type with its objects, if they are no more than `objects`. Throws as `change`. */
  async remove(type: ObjectType, objects: number): Promise<void> {
    await this.#versioned(() =>
      this.#api.call(deleteAttribute, {
        params: { id: type.id },
        query: { objects },
        ifMatch: String(type.version),
      }),
    );
    await this.list.reload();
  }

  /** Throws as `create`: all pictures are kept, or none. */
  async addImages(type: ObjectType, files: readonly File[]): Promise<void> {
    const { data } = await this.#api.call(addImages, { body: { attributeid: type.id }, files });
    this.#take(data);
  }

  async removeImage(type: ObjectType, image: string): Promise<void> {
    await this.#versioned(() =>
      this.#api.call(deleteImage, { params: { id: type.id, image }, ifMatch: String(type.version) }),
    );
    await this.show(type.id);
  }

  async #versioned(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (failure) {
      if (failure instanceof AppError && failure.status === 412) await this.reloadTypes();
      throw failure;
    }
  }

  #take(type: ObjectType): void {
    if (type.id === this.#id) this.shown = type;
  }
}
