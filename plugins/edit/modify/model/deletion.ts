import { action, makeObservable, observableRef, runInAction } from 'mobx';
import type { MapObject } from '#core/document';
import { Latest, serviceToken } from '#core/kernel';
import type { OpenProject } from '#core/project';
import type { FileCount } from '#core/protocol';
import { deleteObjects } from '../edits/delete.ts';

/** Objects to delete after confirmation, and selected objects that are not deleted. */
export interface DeletionRequest {
  readonly project: OpenProject;
  readonly objects: readonly MapObject[];
  /** Selected objects that may not be changed: how many, and why (a text key). */
  readonly skipped: { readonly count: number; readonly reason: string } | undefined;
}

/** Counts the files of the objects on the server. */
export type CountFiles = (request: DeletionRequest, signal: AbortSignal) => Promise<FileCount>;

/** The state of the delete-object and delete-massive dialogs. */
export class Deletion {
  request: DeletionRequest | undefined = undefined;
  /** Undefined until the server has answered; `unknown` if it could not be reached. */
  attached: FileCount | 'unknown' | undefined = undefined;
  readonly #count: CountFiles;
  readonly #newest = new Latest();

  constructor(count: CountFiles) {
    this.#count = count;
    makeObservable(this, {
      request: observableRef,
      attached: observableRef,
      ask: action,
      close: action,
      go: action,
    });
  }

  /** The dialog opens without waiting for the count of files. */
  ask(request: DeletionRequest): void {
    this.request = request;
    this.attached = undefined;
    void this.#newest
      .run((signal) => this.#count(request, signal))
      .catch(() => 'unknown' as const)
      .then((attached) => runInAction(() => (this.attached = attached ?? this.attached)));
  }

  /** Deletes the objects in one step. */
  go(): void {
    const { request } = this;
    this.close();
    if (!request) return;
    const ids = request.objects.map(({ id }) => id);
    request.project.history.perform(deleteObjects(ids), {
      label: 'modify:step.delete',
      values: { count: ids.length },
      code: ids.length === 1 ? 'delete' : 'delete-massive',
    });
  }

  close(): void {
    this.#newest.cancel();
    this.request = undefined;
  }
}

// Used only inside this plugin.
export const DELETION = serviceToken<Deletion>('modify.Deletion');
