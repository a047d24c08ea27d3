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
  type FieldGroup,
  type FieldEffect,
  type FieldEffects,
  type ObjectType,
} from '#core/protocol';
import type { Session } from '#core/session';
import type { FieldsEditor, TypeSource } from '../api.ts';
import { newDraft, newGroup, settled, settledGroup, type DraftField } from './draft-field.ts';

/** The fields of one object type while they are edited. */
export class EditedFields implements FieldsEditor {
  type: ObjectType | undefined = undefined;
  drafts: readonly DraftField[] = [];
  groups: readonly FieldGroup[] = [];
  /** Key of the field, or name of the group, that is shown. */
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
      groups: observableRef,
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

  /** Fields and groups as they would be stored. */
  get layout(): { fields: Field[]; groups: FieldGroup[] } {
    return { fields: this.fields, groups: this.groups.map(settledGroup) };
  }

  open(type: ObjectType, source: TypeSource, { isAdding = false } = {}): void {
    this.#source = source;
    this.type = type;
    this.effects = undefined;
    this.drafts = type.fields.map((field) => ({ key: newUuid(), isNew: false, field }));
    this.groups = type.groups ?? [];
    this.shown = this.drafts[0]?.key;
    if (isAdding) this.add();
  }

  /** Other fields and groups in place of all; nothing is stored yet. */
  replace({
    fields = [],
    groups = [],
  }: {
    fields?: Field[] | undefined;
    groups?: FieldGroup[] | undefined;
  }): void {
    const stored = new Set(this.type?.fields.map(({ name }) => name));
    this.drafts = fields.map((field) => ({ key: newUuid(), isNew: !stored.has(field.name), field }));
    this.groups = groups;
    this.shown = this.drafts[0]?.key;
  }

  close(): void {
    this.type = undefined;
    this.effects = undefined;
  }

  show(key: string): void {
    this.shown = key;
  }

  add(): void {
    const groupOfShown = this.drafts.find(({ key }) => key === this.shown)?.field.group ?? this.shown;
    const group = this.groups.find(({ name }) => name === groupOfShown)?.name;
    const made = newDraft(this.drafts, newUuid());
    const draft = { ...made, field: { ...made.field, group } };
    this.drafts = [...this.drafts, draft];
    this.shown = draft.key;
  }

  addGroup(): void {
    const group = newGroup(this.groups);
    this.groups = [...this.groups, group];
    this.shown = group.name;
  }

  changeGroup(name: string, change: Partial<FieldGroup>): void {
    this.groups = this.groups.map((group) => (group.name === name ? { ...group, ...change } : group));
  }

  /** Its fields stay, above all groups. */
  removeGroup(name: string): void {
    this.groups = this.groups.filter((group) => group.name !== name);
    this.drafts = this.drafts.map((draft) =>
      draft.field.group === name ? { ...draft, field: { ...draft.field, group: undefined } } : draft,
    );
    this.shown = this.drafts[0]?.key;
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

  /** Moves fields beside another, which takes them into its group, or into a group; or a group beside another. */
  move(keys: readonly string[], target: string, position: 'before' | 'after' | 'on'): void {
    const at = this.groups.findIndex(({ name }) => name === target);
    const isGroup = at >= 0;
    if (isGroup && this.groups.some(({ name }) => keys.includes(name))) {
      if (position !== 'on') this.groups = moved(this.groups, ({ name }) => name, keys, target, position);
      return;
    }
    // Before a group is the end of the one above it; before the first, the end of what is above all groups.
    const group = isGroup
      ? this.groups[position === 'before' ? at - 1 : at]?.name
      : this.drafts.find(({ key }) => key === target)?.field.group;
    const drafts = this.drafts.map((draft) =>
      keys.includes(draft.key) ? { ...draft, field: { ...draft.field, group } } : draft,
    );
    const last = drafts.findLast(({ key }) => !keys.includes(key));
    const neighbour = isGroup ? last?.key : target;
    const side = isGroup || position === 'on' ? 'after' : position;
    this.drafts = neighbour === undefined ? drafts : moved(drafts, ({ key }) => key, keys, neighbour, side);
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
        body: this.layout,
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
        body: { ...this.layout, lost },
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

function moved<T>(
  all: readonly T[],
  idOf: (one: T) => string,
  ids: readonly string[],
  target: string,
  position: 'before' | 'after',
): readonly T[] {
  const rest = all.filter((one) => !ids.includes(idOf(one)));
  const at = rest.findIndex((one) => idOf(one) === target);
  if (at < 0) return all;
  const chosen = all.filter((one) => ids.includes(idOf(one)));
  return rest.toSpliced(position === 'before' ? at : at + 1, 0, ...chosen);
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
