import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import type { I18n } from '#core/i18n';
import { AppError, Latest, sentenceOf, serviceToken } from '#core/kernel';
import {
  grants,
  listProjects,
  MAX_TYPE_FILE,
  readTypes,
  saveTypes,
  takeTypes,
  type TypeInFile,
} from '#core/protocol';
import type { Session } from '#core/session';
import type { TakeOptions, TypeFiles } from '../api.ts';
import { templateText, type TemplateId } from './templates.ts';

/** A type of the file, and what is to become of it. */
export interface TypeChoice {
  readonly type: TypeInFile;
  readonly isTaken: boolean;
  /** The name it gets. */
  readonly as: string;
}

/** Why a file could not be read: a sentence, and one for each error. */
export interface FileRefusal {
  readonly sentence: string;
  readonly errors: readonly string[];
}

interface ChosenProject {
  readonly id: string;
  readonly title: string;
}

/** The dialog that takes object types from a template or a file. */
export class TakenTypes implements TypeFiles {
  /** What `open` was called with; undefined: the dialog is closed. */
  options: TakeOptions | undefined = undefined;
  /** Undefined: all projects. */
  project: ChosenProject | undefined = undefined;
  template: TemplateId | undefined = undefined;
  /** The name of the file, when none of the templates is chosen. */
  fileName: string | undefined = undefined;
  /** Undefined: nothing is read yet. */
  choices: readonly TypeChoice[] | undefined = undefined;
  refusal: FileRefusal | undefined = undefined;
  isReading = false;
  #text = '';
  readonly #newest = new Latest();

  constructor(
    readonly api: Pick<Api, 'call'>,
    readonly session: Pick<Session, 'me'>,
    readonly i18n: Pick<I18n, 't' | 'number' | 'language'>,
  ) {
    makeAutoObservable(this, {
      api: false,
      session: false,
      i18n: false,
      options: observableRef,
      choices: observableRef,
      refusal: observableRef,
      project: observableRef,
    });
  }

  /** Open over a page; for one project `ProjectTypes` shows the dialog itself. */
  get isOpen(): boolean {
    return this.options !== undefined && this.options.project === undefined;
  }

  get mayTake(): boolean {
    return grants(this.session.me?.authorizations ?? [], 'attributes.write');
  }

  /** The types that are taken. */
  get taken(): readonly TypeChoice[] {
    return (this.choices ?? []).filter(({ isTaken }) => isTaken);
  }

  open(options: TakeOptions): void {
    this.close();
    this.options = options;
    this.project = options.project;
  }

  close(): void {
    this.#newest.cancel();
    this.#text = '';
    Object.assign(this, { options: undefined, project: undefined, template: undefined, fileName: undefined });
    Object.assign(this, { choices: undefined, refusal: undefined, isReading: false });
  }

  async save(ids?: readonly string[]): Promise<Blob> {
    const { data } = await this.api.call(saveTypes, { query: ids ? { ids: ids.join() } : {} });
    return new Blob([JSON.stringify(data, undefined, 2)], { type: 'application/json' });
  }

  async findProjects(search: string, signal: AbortSignal): Promise<{ value: string; title: string }[]> {
    const { data } = await this.api.call(listProjects, { query: { search, paginate: 50 } }, { signal });
    return data.map(({ id, projectName }) => ({ value: id, title: projectName }));
  }

  async choose(template: TemplateId): Promise<void> {
    this.template = template;
    this.fileName = undefined;
    await this.#read(() => templateText(template, this.i18n.language));
  }

  async readFile(file: File): Promise<void> {
    this.template = undefined;
    this.fileName = file.name;
    await this.#read(async () => {
      // A character has at most three bytes per UTF-16 unit.
      if (file.size <= 3 * MAX_TYPE_FILE) return file.text();
      const sizes = { size: this.i18n.number(file.size / 1e6), most: this.i18n.number(MAX_TYPE_FILE / 1e6) };
      throw new AppError('too-large', this.i18n.t('type-files:too-large', { name: file.name, ...sizes }));
    });
  }

  /** Undefined: all projects. */
  async setProject(project: ChosenProject | undefined): Promise<void> {
    this.project = project;
    if (this.#text !== '') await this.#read(() => Promise.resolve(this.#text));
  }

  change(name: string, change: Partial<Omit<TypeChoice, 'type'>>): void {
    this.choices = this.choices?.map((each) => (each.type.name === name ? { ...each, ...change } : each));
  }

  /** Creates the chosen types and closes. Throws AppError with the server's sentence; nothing is created then. */
  async take(): Promise<void> {
    const { data } = await this.api.call(takeTypes, {
      body: {
        text: this.#text,
        projectIds: this.project ? [this.project.id] : [],
        take: this.taken.map(({ type, as }) => ({ name: type.name, as })),
      },
    });
    const onTaken = this.options?.onTaken;
    runInAction(() => this.close());
    onTaken?.(data);
  }

  async #read(source: () => Promise<string>): Promise<void> {
    this.#text = '';
    Object.assign(this, { choices: undefined, refusal: undefined, isReading: true });
    const projectIds = this.project ? [this.project.id] : [];
    try {
      const read = await this.#newest.run(async (signal) => {
        const text = await source();
        const { data } = await this.api.call(readTypes, { body: { text, projectIds } }, { signal });
        return { text, types: data.types };
      });
      if (!read) return;
      runInAction(() => {
        this.#text = read.text;
        Object.assign(this, { choices: read.types.map(choiceOf), isReading: false });
      });
    } catch (failure) {
      runInAction(() => Object.assign(this, { refusal: refusalOf(failure), isReading: false }));
    }
  }
}

/** What exists is left out; another type of its name is taken under a name that is free. */
function choiceOf(type: TypeInFile): TypeChoice {
  return { type, isTaken: !type.isSame, as: type.exists && !type.isSame ? type.freeName : type.name };
}

function refusalOf(failure: unknown): FileRefusal {
  const cause = failure instanceof AppError ? failure.cause : undefined;
  const errors = (cause as { errors?: { message: string }[] } | undefined)?.errors ?? [];
  return { sentence: sentenceOf(failure), errors: errors.map(({ message }) => message) };
}

/** The dialog's state; for this plugin only. */
export const TAKEN_TYPES = serviceToken<TakenTypes>('type-files.TakenTypes');
