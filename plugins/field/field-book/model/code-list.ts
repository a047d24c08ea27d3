import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { serviceToken } from '#core/kernel';
import {
  getFieldCodes,
  listFieldBookLines,
  updateFieldCodes,
  type AnswerOf,
  type FieldCode,
  type FieldCodeList,
  type StoredCodeList,
} from '#core/protocol';

export type BookLines = AnswerOf<typeof listFieldBookLines>;

/** The code list of the organization, and the lines that it makes of the open field book. */
export class CodeListDesk {
  list: StoredCodeList | undefined = undefined;
  lines: BookLines | undefined = undefined;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { list: observableRef, lines: observableRef });
  }

  /** Reads list and lines anew; without a book the list only. Throws AppError. */
  async read(bookId: string | undefined): Promise<void> {
    const list = await this.#api.call(getFieldCodes, {});
    const lines = bookId === undefined ? undefined : await this.#lines(bookId);
    runInAction(() => ([this.list, this.lines] = [list.data, lines]));
  }

  /** Throws AppError. */
  async save(list: FieldCodeList, bookId: string | undefined): Promise<void> {
    await this.#api.call(updateFieldCodes, { body: list, ifMatch: String(this.list!.version) });
    await this.read(bookId);
  }

  clear(): void {
    this.lines = undefined;
  }

  async #lines(id: string): Promise<BookLines> {
    return (await this.#api.call(listFieldBookLines, { params: { id } })).data;
  }
}
export const CODE_LIST = serviceToken<CodeListDesk>('field-book.CodeList');

/** `species=Oak; checked=yes` and back. */
export function attributesText(attributes: FieldCode['attributes']): string {
  return attributes.map(({ field, value }) => `${field}=${value}`).join('; ');
}

/** What has no `=` is no attribute. */
export function attributesIn(text: string): FieldCode['attributes'] {
  return text.split(';').flatMap((part) => {
    const [field = '', ...value] = part.split('=');
    return field.trim() === '' || value.length === 0
      ? []
      : [{ field: field.trim(), value: value.join('=').trim() }];
  });
}
