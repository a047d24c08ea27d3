import { makeAutoObservable, observableRef } from 'mobx';
import { serviceToken } from '#core/kernel';
import type { LayerOwner } from '#core/protocol';

/** Files that are to be shown as layers; their dialog adds them, and is loaded with the first. */
export class GivenFiles {
  files: readonly File[] = [];
  owner: LayerOwner = 'person';

  constructor() {
    makeAutoObservable<this>(this, { files: observableRef });
  }

  get isOpen(): boolean {
    return this.files.length > 0;
  }

  /** Further files join those that are being added. */
  open(files: readonly File[], owner: LayerOwner = 'person'): void {
    this.owner = owner;
    this.files = [...this.files, ...files];
  }

  close(): void {
    this.files = [];
  }
}
export const GIVEN_FILES = serviceToken<GivenFiles>('external-layers.GivenFiles');
