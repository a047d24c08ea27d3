import { action, makeObservable, observable, observableRef } from 'mobx';
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
  done: () => void = NOTHING;

  constructor() {
    makeObservable(this, {
      kind: observable,
      rows: observable,
      becomes: observable,
      start: observable,
      closing: observable,
      known: observable,
      adjusts: observable,
      made: observableRef,
      begin: action,
      end: action,
      change: action,
      clear: action,
      showResult: action,
    });
  }

  begin(kind: ListKind, done: () => void): void {
    Object.assign(this, { kind, done });
  }

  end(): void {
    this.clear();
    Object.assign(this, { kind: undefined, made: undefined, done: NOTHING });
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

const NOTHING = (): void => undefined;

// For this plugin only.
export const FORM = serviceToken<ListForm>('shapes.Form');
