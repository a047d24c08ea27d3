import { makeAutoObservable, observableRef } from 'mobx';
import { serviceToken } from '#core/kernel';
import type { Becomes, Closing, ListResult, ListKind, ListInput } from './listed.ts';

/** The state of the popup, drawn by the active tool. */
export class ListForm implements Omit<ListInput, 'kind'> {
  kind: ListKind | undefined = undefined;
  rows = '';
  becomes: Becomes = 'line';
  start = '';
  closing: Closing = 'open';
  known = '';
  adjusts = false;
  /** The result; undefined while no tool is active. */
  made: ListResult | undefined = undefined;
  done: (() => void) | undefined = undefined;

  constructor() {
    makeAutoObservable(this, { made: observableRef, done: false });
  }

  begin(kind: ListKind, done: () => void): void {
    Object.assign(this, { kind, done });
  }

  end(): void {
    this.clear();
    Object.assign(this, { kind: undefined, made: undefined, done: undefined });
  }

  change(typed: Partial<Omit<ListInput, 'kind'>>): void {
    Object.assign(this, typed);
  }

  clear(): void {
    Object.assign(this, { rows: '', start: '', known: '', adjusts: false });
  }

  showResult(made: ListResult): void {
    this.made = made;
  }

  get typed(): ListInput | undefined {
    const { kind, rows, becomes, start, closing, known, adjusts } = this;
    return kind && { kind, rows, becomes, start, closing, known, adjusts };
  }
}

// For this plugin only.
export const FORM = serviceToken<ListForm>('shapes.Form');
