import { action, makeObservable, observableRef, runInAction } from 'mobx';
import type { MapObject } from '#core/document';
import { Latest, serviceToken } from '#core/kernel';
import type { OpenProject } from '#core/project';
import type { FileCount } from '#core/protocol';
import { deleteObjects } from '../edits/delete.ts';

/** What waits for the person's word to be deleted, and what stays although it was selected. */
export interface Doomed {
  readonly project: OpenProject;
  readonly objects: readonly MapObject[];
  /** Selected, but may not be changed: how many, and why (a text key). */
  readonly spared: { readonly count: number; readonly reason: string } | undefined;
}

/** The files of what is to go, as the server counts them. */
export type CountFiles = (doomed: Doomed, signal: AbortSignal) => Promise<FileCount>;

/** The delete-object and delete-massive modals. */
export class Deletion {
  doomed: Doomed | undefined = undefined;
  /** Undefined until the server has counted them; `unknown` where it could not be asked. */
  attached: FileCount | 'unknown' | undefined = undefined;
  readonly #count: CountFiles;
  readonly #newest = new Latest();

  constructor(count: CountFiles) {
    this.#count = count;
    makeObservable(this, {
      doomed: observableRef,
      attached: observableRef,
      ask: action,
      spare: action,
      go: action,
    });
  }

  /** Nobody waits for the files to be counted. */
  ask(doomed: Doomed): void {
    this.doomed = doomed;
    this.attached = undefined;
    void this.#newest
      .run((signal) => this.#count(doomed, signal))
      .catch(() => 'unknown' as const)
      .then((attached) => runInAction(() => (this.attached = attached ?? this.attached)));
  }

  /** Deletes, as one step that can be undone. */
  go(): void {
    const { doomed } = this;
    this.spare();
    if (!doomed) return;
    const ids = doomed.objects.map(({ id }) => id);
    doomed.project.history.perform(deleteObjects(ids), {
      label: 'modify:step.delete',
      values: { count: ids.length },
      code: ids.length === 1 ? 'delete' : 'delete-massive',
    });
  }

  spare(): void {
    this.#newest.cancel();
    this.doomed = undefined;
  }
}

// Inside this plugin only.
export const DELETION = serviceToken<Deletion>('modify.Deletion');
