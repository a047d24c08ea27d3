import { makeAutoObservable } from 'mobx';
import { serviceToken } from '#core/kernel';
import type { Command } from '#core/plugin';
import type { Selection } from '#plugins/work/selection/api';

/** The dialog with the attributes of the selected objects, for who has the panel closed. */
export class ModifyObjects {
  isOpen = false;

  constructor() {
    makeAutoObservable(this);
  }

  open(): void {
    this.isOpen = true;
  }

  close(): void {
    this.isOpen = false;
  }
}
export const MODIFY_OBJECTS = serviceToken<ModifyObjects>('attributes.ModifyObjects');

export function modifyCommand(dialog: ModifyObjects, selection: Pick<Selection, 'ids' | 'ids$'>): Command {
  return {
    changes$: selection.ids$,
    disabled: () => (selection.ids.length > 0 ? undefined : 'modify.select'),
    run: () => dialog.open(),
  };
}
