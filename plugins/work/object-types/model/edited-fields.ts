import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import type { I18n } from '#core/i18n';
import { AppError, newUuid, serviceToken } from '#core/kernel';
import {
  grants,
  previewFields,
  updateFields,
  MAX_REWRITTEN,
  type Field,
  type FieldEffect,
  type FieldEffects,
  type ObjectType,
} from '#core/protocol';
import type { Session } from '#core/session';
import type { FieldsEditor, TypeSource } from '../api.ts';
import { newDraft, settled, type DraftField } from './draft-field.ts';

/** The fields of one object type while they are edited. */
export class EditedFields implements FieldsEditor {
  type: ObjectType | undefined = undefined;
  drafts: readonly DraftField[] = [];
  /** Key of the field that is shown. */
  shown: string | undefined = undefined;
  /** What saving would do to the stored values; undefined while the fields are edited. */
  effects: FieldEffects | undefined = undefined;
  #source: TypeSource | undefined;

  constructor(
    readonly api: Pick<Api, 'call'>,
    readonly session: Pick<Session, 'me'>,
    readonly i18n: Pick<I18n, 't'>,
  ) {
    makeAutoObservable(this, {
      type: observableRef,
      drafts: observableRef,
      effects: observableRef,
      mayEdit: false,
      api: false,
      session: false,
      i18n: false,
    });
  }

  get isOpen(): boolean {
    return this.type !== undefined;
  }

  get mayEdit(): boolean {
    return grants(this.session.me?.authorizations ?? [], 'attributes.write');
  }

  /** The fields as they would be stored. */
  get fields(): Field[] {
    return this.drafts.map(({ field }) => settled(field));
  }

  open(type: ObjectType, source: TypeSource, { isAdding = false } = {}): void {
    this.#source = source;
    this.type = type;
    this.effects = undefined;
    this.drafts = type.fields.map((field) => ({ key: newUuid(), isNew: false, field }));
    this.shown = this.drafts[0]?.key;
    if (isAdding) this.add();
  }

  close(): void {
    this.type = undefined;
    this.effects = undefined;
  }

  show(key: string): void {
    this.shown = key;
  }

  add(): void {
    const draft = newDraft(this.drafts, newUuid());
    this.drafts = [...this.drafts, draft];
    this.shown = draft.key;
  }

  remove(key: string): void {
    const at = this.drafts.findIndex((draft) => draft.key === key);
    this.drafts = this.drafts.filter((draft) => draft.key !== key);
    this.shown = this.drafts[Math.min(at, this.drafts.length - 1)]?.key;
  }

  change(key: string, change: Partial<Field>): void {
    this.drafts = this.drafts.map((draft) =>
      draft.key === key ? { ...draft, field: { ...draft.field, ...change } } : draft,
    );
  }

  move(keys: readonly string[], target: string, position: 'before' | 'after'): void {
    const moved = this.drafts.filter(({ key }) => keys.includes(key));
    const rest = this.drafts.filter(({ key }) => !keys.includes(key));
    const at = rest.findIndex(({ key }) => key === target);
    if (at >= 0) this.drafts = rest.toSpliced(position === 'before' ? at : at + 1, 0, ...moved);
  }

  /** The effects forbid to save. */
  get isBlocked(): boolean {
    const { elsewhere = 0, rewritten = 0 } = this.effects ?? {};
    return elsewhere > 0 || rewritten > MAX_REWRITTEN;
  }

  /** Back from the effects to the fields. */
  goBack(): void {
    this.effects = undefined;
  }

  /**
   * Saves at once if no value is affected; otherwise shows the effects, and saves when called again. Throws AppError
   * with the server's message.
   */
  async submit(): Promise<void> {
    if (!this.effects) {
      // Values that are not sent yet would conflict with the converted ones.
      await this.#source!.autosave?.flush();
      const { data } = await this.api.call(previewFields, {
        params: { id: this.type!.id },
        body: { fields: this.fields },
      });
      if (isNotable(data, this.fields)) {
        runInAction(() => (this.effects = data));
        return;
      }
    }
    await this.#save(this.effects?.lost ?? 0);
  }

  async #save(lost: number): Promise<void> {
    const { id, version } = this.type!;
    const source = this.#source!;
    try {
      await this.api.call(updateFields, {
        params: { id },
        body: { fields: this.fields, lost },
        ifMatch: String(version),
      });
    } catch (failure) {
      if (!(failure instanceof AppError) || failure.status !== 412) throw failure;
      await source.reloadTypes();
      throw new AppError('overtaken', this.i18n.t('object-types:overtaken'), { cause: failure });
    }
    await source.reloadTypes();
    this.close();
  }
}

function isNotable({ effects, elsewhere, rewritten }: FieldEffects, fields: readonly Field[]): boolean {
  return (
    elsewhere > 0 ||
    rewritten > MAX_REWRITTEN ||
    effects.some(
      (each) => each.converted + each.lost + each.outOfRange + each.duplicates + missingOf(each, fields) > 0,
    )
  );
}

/** The objects without a value of a field that requires one. */
export function missingOf({ field, empty }: FieldEffect, fields: readonly Field[]): number {
  return fields.some(({ name, required }) => name === field && required) ? empty : 0;
}

/** The dialog's state; for this plugin only. */
export const EDITED_FIELDS = serviceToken<EditedFields>('object-types.EditedFields');
