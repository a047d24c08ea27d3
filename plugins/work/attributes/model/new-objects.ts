import { makeAutoObservable, observableRef } from 'mobx';
import { add, type MapObject } from '#core/document';
import { defaultValues, fieldLacks, type FieldLack } from '#core/fields';
import type { StepLabel } from '#core/history';
import { serviceToken } from '#core/kernel';
import type { OpenProject } from '#core/project';
import type { Field, Properties } from '#core/protocol';
import type { NewObjects, NewValues } from '../api.ts';

/** A field that new objects of one type lack, asked for once. */
export interface MissingField {
  readonly typeName: string;
  readonly field: Field;
  /** Number of objects that lack it. */
  readonly count: number;
}

export interface NewObjectsQuestion {
  readonly project: OpenProject;
  readonly missing: readonly MissingField[];
  readonly answer: (values: readonly unknown[]) => void;
  readonly cancel: () => void;
}

/** Creates objects, and asks first for what their types require. */
export class PromptedObjects implements NewObjects {
  question: NewObjectsQuestion | undefined = undefined;
  readonly #newValues: NewValues;

  constructor(newValues: NewValues) {
    this.#newValues = newValues;
    makeAutoObservable(this, { question: observableRef, lacks: false });
  }

  get isOpen(): boolean {
    return this.question !== undefined;
  }

  lacks(project: OpenProject, typeName: string, properties: Properties): FieldLack[] {
    const type = project.types.get(typeName);
    if (!type) return [];
    const { fields } = type;
    return fieldLacks(type, { ...defaultValues(fields), ...properties });
  }

  add(project: OpenProject, objects: readonly MapObject[], label: StepLabel): Promise<boolean> {
    this.close();
    const missing = this.#missing(project, objects);
    if (missing.length === 0) return this.#perform(project, objects, label);
    return new Promise((resolve) => {
      this.question = {
        project,
        missing,
        answer: (values) => {
          const answered = missing.map((one, i) => ({ ...one, value: values[i] }));
          // An answer may show further fields that require a value.
          void this.add(project, this.#answered(project, objects, answered), label).then(resolve);
        },
        cancel: () => resolve(false),
      };
    });
  }

  answer(values: readonly unknown[]): void {
    const { question } = this;
    this.question = undefined;
    question?.answer(values);
  }

  close(): void {
    const { question } = this;
    this.question = undefined;
    question?.cancel();
  }

  #missing(project: OpenProject, objects: readonly MapObject[]): MissingField[] {
    const missing = new Map<string, MissingField>();
    for (const { typeName, properties } of objects)
      for (const { field } of this.lacks(project, typeName, properties)) {
        const key = JSON.stringify([typeName, field.name]);
        missing.set(key, { typeName, field, count: (missing.get(key)?.count ?? 0) + 1 });
      }
    return [...missing.values()];
  }

  #answered(
    project: OpenProject,
    objects: readonly MapObject[],
    answers: readonly (MissingField & { value: unknown })[],
  ): MapObject[] {
    return objects.map((object) => {
      const lacking = new Set(
        this.lacks(project, object.typeName, object.properties).map(({ field }) => field.name),
      );
      const given = answers.filter(
        ({ typeName, field }) => typeName === object.typeName && lacking.has(field.name),
      );
      const values = Object.fromEntries(given.map(({ field, value }) => [field.name, value]));
      return { ...object, properties: { ...object.properties, ...values } };
    });
  }

  /** Resolves to whether the objects were created; the person may still be asked for unique values. */
  #perform(project: OpenProject, objects: readonly MapObject[], label: StepLabel): Promise<boolean> {
    const complete = objects.map((object): MapObject => {
      const fields = project.types.get(object.typeName)?.fields ?? [];
      return { ...object, properties: { ...defaultValues(fields), ...object.properties } };
    });
    return new Promise((resolve) => {
      const begun = this.#newValues.perform(
        project,
        add(complete),
        label,
        () => resolve(true),
        () => resolve(false),
      );
      if (!begun) resolve(false);
    });
  }
}

// Private to this plugin.
export const PROMPTED_OBJECTS = serviceToken<PromptedObjects>('attributes.PromptedObjects');
