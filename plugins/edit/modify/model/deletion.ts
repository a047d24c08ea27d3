import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { Latest, serviceToken } from '#core/kernel';
import type { OpenProject } from '#core/project';
import type { FileCount } from '#core/protocol';
import type { ServerChanges } from '#plugins/work/selection/api';
import { deleteObjects } from '../edits/delete.ts';

/** An object to delete; its type where that is known. */
interface DeletedObject {
  readonly id: string;
  readonly typeName: string | undefined;
}

/** Objects to delete after confirmation, and selected objects that are not deleted. */
export interface DeletionRequest {
  readonly project: OpenProject;
  readonly objects: readonly DeletedObject[];
  /** Whether all objects are loaded; if not, they are deleted on the server. */
  readonly isLoaded: boolean;
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
  readonly #changes: Pick<ServerChanges, 'change'>;
  readonly #newest = new Latest();

  constructor(count: CountFiles, changes: Pick<ServerChanges, 'change'>) {
    this.#count = count;
    this.#changes = changes;
    makeAutoObservable(this, { request: observableRef, attached: observableRef });
  }

  get isOpen(): boolean {
    return this.request !== undefined;
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
    const label = {
      label: 'modify:step.delete',
      values: { count: ids.length },
      code: ids.length === 1 ? 'delete' : 'delete-massive',
    };
    if (request.isLoaded) request.project.history.perform(deleteObjects(ids), label);
    else void this.#changes.change({ ids, deleted: true }, label);
  }

  close(): void {
    this.#newest.cancel();
    this.request = undefined;
  }
}

// Used only inside this plugin.
export const DELETION = serviceToken<Deletion>('modify.Deletion');
