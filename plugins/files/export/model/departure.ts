import { makeAutoObservable, observableRef } from 'mobx';
import type { Extent } from '#core/document';
import { serviceToken } from '#core/kernel';

/** Where the page of exports is opened from the map: its address, and the selected objects. */
export interface Target {
  readonly path: string;
  readonly state?: ExportState;
}

/** What the history of the browser keeps with the address. */
export interface ExportState {
  /** Ids of the objects to export. */
  readonly selected: readonly string[];
}

/** Leaving the map for the page of exports. */
export class Departure {
  target: Target | undefined = undefined;

  constructor() {
    makeAutoObservable(this, { target: observableRef });
  }

  withSelection(projectId: string, selected: readonly string[]): void {
    this.target = { path: `/export/${projectId}`, state: { selected } };
  }

  withExtent(projectId: string, extent: Extent): void {
    const box = extent.map((value) => Number(value.toFixed(7))).join(',');
    this.target = { path: `/export/${projectId}?bbox=${box}` };
  }

  done(): void {
    this.target = undefined;
  }
}
export const DEPARTURE = serviceToken<Departure>('export.Departure');

/** Reads the selected ids from the state of the browser's history, which anything may have written. */
export function selectedIn(state: unknown): readonly string[] {
  const { selected } = (typeof state === 'object' && state !== null ? state : {}) as Partial<ExportState>;
  return Array.isArray(selected) ? selected.filter((id) => typeof id === 'string') : [];
}
