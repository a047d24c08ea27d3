import { makeAutoObservable, observableRef } from 'mobx';
import { serviceToken } from '#core/kernel';
import type { ObjectType } from '#core/protocol';
import type { StyleEditor, TypeSource } from '../api.ts';

/** The object type whose style is edited. */
export class EditedStyle implements StyleEditor {
  edited: { readonly type: ObjectType; readonly source: TypeSource } | undefined = undefined;

  constructor() {
    makeAutoObservable(this, { edited: observableRef });
  }

  get isOpen(): boolean {
    return this.edited !== undefined;
  }

  open(type: ObjectType, source: TypeSource): void {
    this.edited = { type, source };
  }

  close(): void {
    this.edited = undefined;
  }
}

/** The dialog's state; for this plugin only. */
export const EDITED_STYLE = serviceToken<EditedStyle>('object-types.EditedStyle');
