import { makeAutoObservable, observableRef } from 'mobx';
import { serviceToken } from '#core/kernel';
import type { Project } from '#core/protocol';

/** The dialog over the map. */
export class QgisDialog {
  project: Project | undefined = undefined;

  constructor() {
    makeAutoObservable(this, { project: observableRef });
  }

  get isOpen(): boolean {
    return this.project !== undefined;
  }

  open(project: Project | undefined): void {
    this.project = project;
  }

  close(): void {
    this.project = undefined;
  }
}

// Private to this plugin.
export const QGIS_DIALOG = serviceToken<QgisDialog>('qgis.DialogModel');
