import { action, makeObservable, observableRef } from 'mobx';
import type { MapObject } from '#core/document';
import type { OpenProject } from '#core/project';
import { deleteObjects } from '../edits/delete.ts';

/** What waits for the person's word to be deleted, and what stays although it was selected. */
export interface Doomed {
  readonly project: OpenProject;
  readonly objects: readonly MapObject[];
  /** Selected, but may not be changed: how many, and why (a text key). */
  readonly spared: { readonly count: number; readonly reason: string } | undefined;
}

/** The delete-object and delete-massive modals. */
export class Deletion {
  doomed: Doomed | undefined = undefined;

  constructor() {
    makeObservable(this, { doomed: observableRef, ask: action, spare: action, go: action });
  }

  ask(doomed: Doomed): void {
    this.doomed = doomed;
  }

  /** Deletes, as one step that can be undone. */
  go(): void {
    const { doomed } = this;
    this.doomed = undefined;
    if (!doomed) return;
    const ids = doomed.objects.map(({ id }) => id);
    doomed.project.history.perform(deleteObjects(ids), {
      label: 'modify-2d:step.delete',
      values: { count: ids.length },
      code: ids.length === 1 ? 'delete' : 'delete-massive',
    });
  }

  spare(): void {
    this.doomed = undefined;
  }
}
