import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import type { Edit } from '#core/document';
import type { StepLabel } from '#core/history';
import { propertyOf, serviceToken } from '#core/kernel';
import type { OpenProject } from '#core/project';
import { researchGeometries } from '#core/protocol';
import type { NewValues } from '../api.ts';
import { given, proposals, TakenValues, duplicatesIn, type DuplicateValue } from './duplicate-values.ts';

/** The question to the person. */
export interface NewValuesQuestion {
  readonly duplicates: readonly DuplicateValue[];
  /** A free value for each; undefined where none was found. */
  readonly proposed: readonly unknown[];
  readonly taken: TakenValues;
  readonly project: OpenProject;
  readonly answer: (values: readonly unknown[]) => void;
}

/** How often proposals that are taken on the server are replaced by others. */
const ROUNDS = 4;
/** Most values in one query to the server. */
const AT_ONCE = 500;
/** Milliseconds to wait for the server before asking with what is known here. */
const PATIENCE = 4000;

/** Asks for new values of unique fields before objects are created. */
export class PromptedValues implements NewValues {
  question: NewValuesQuestion | undefined = undefined;
  readonly #api: Pick<Api, 'call'>;
  #latest = 0;
  #cancelled: (() => void) | undefined;

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
    makeAutoObservable(this, { question: observableRef });
  }

  get isOpen(): boolean {
    return this.question !== undefined;
  }

  perform(
    project: OpenProject,
    edit: Edit,
    label: StepLabel,
    done?: () => void,
    cancelled?: () => void,
  ): boolean {
    const duplicates = duplicatesIn(edit(project.document), project.types);
    const go = (step: Edit): boolean => {
      const made = project.history.perform(step, label);
      if (made) done?.();
      return made;
    };
    if (duplicates.length === 0) return go(edit);
    this.close();
    this.#cancelled = cancelled;
    void this.#ask(project, duplicates, (values) => {
      if (!go(given(edit, duplicates, values))) cancelled?.();
    });
    return true;
  }

  answer(values: readonly unknown[]): void {
    const { question } = this;
    this.#cancelled = undefined;
    this.close();
    question?.answer(values);
  }

  close(): void {
    const cancelled = this.#cancelled;
    this.#latest++;
    this.question = undefined;
    this.#cancelled = undefined;
    cancelled?.();
  }

  async #ask(
    project: OpenProject,
    duplicates: DuplicateValue[],
    answer: NewValuesQuestion['answer'],
  ): Promise<void> {
    const latest = this.#latest;
    const taken = new TakenValues(project.document.values(), duplicates);
    // Without the server's answer the values known here must do: it refuses duplicates anyway.
    await this.#learn(project, duplicates, taken).catch(() => undefined);
    if (latest !== this.#latest) return;
    const proposed = proposals(duplicates, taken);
    runInAction(() => (this.question = { duplicates, proposed, taken, project, answer }));
  }

  /** Asks the server which proposals are taken, and for the largest number of numeric fields. */
  async #learn(
    project: OpenProject,
    duplicates: readonly DuplicateValue[],
    taken: TakenValues,
  ): Promise<void> {
    const signal = AbortSignal.timeout(PATIENCE);
    const fields = new Map(duplicates.map(({ typeName, field }) => [JSON.stringify([typeName, field.name]), { typeName, field }])); // prettier-ignore
    const find = async (typeName: string, field: string, values?: readonly unknown[]): Promise<number> => {
      const ofType = { field: 'typeName', op: 'eq', value: typeName } as const;
      const attribute = `properties.${field}`;
      const { data } = await this.#api.call(
        researchGeometries,
        {
          headers: { projectid: project.project.id, paginate: values?.length ?? 1, page: 1 },
          body: values
            ? { filter: { and: [ofType, { field: attribute, op: 'in', value: values as string[] }] } }
            : { filter: ofType, orderby: attribute, order: 'desc' },
        },
        { signal },
      );
      for (const { properties } of data) taken.add(typeName, field, propertyOf(properties, field));
      return data.length;
    };
    for (const { typeName, field } of fields.values()) {
      if (field.type === 'number' || field.type === 'integer') await find(typeName, field.name);
      for (let round = 0; round < ROUNDS; round++) {
        const ofField = duplicates.filter(
          (each) => each.typeName === typeName && each.field.name === field.name,
        );
        const values = proposals(ofField, taken).filter((value) => value !== undefined);
        let known = 0;
        for (let from = 0; from < values.length; from += AT_ONCE)
          known += await find(typeName, field.name, values.slice(from, from + AT_ONCE));
        if (known === 0) break;
      }
    }
  }
}

// Private to this plugin.
export const PROMPTED_VALUES = serviceToken<PromptedValues>('attributes.PromptedValues');
