import { action, makeObservable, observable, observableRef } from 'mobx';
import { serviceToken } from '#core/kernel';
import type { Becomes, Closing, Listed, ListKind, Typed } from './listed.ts';

/** The state of the popup, drawn by the active tool. */
export class ListForm implements Omit<Typed, 'kind'> {
  kind: ListKind | undefined = undefined;
  rows = '';
  becomes: Becomes = 'line';
  start = '';
  closing: Closing = 'open';
  known = '';
  adjusts = false;
  /** The result; undefined while no tool is active. */
  made: Listed | undefined = undefined;
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
      tell: action,
    });
  }

  begin(kind: ListKind, done: () => void): void {
    Object.assign(this, { kind, done });
  }

  end(): void {
    this.clear();
    Object.assign(this, { kind: undefined, made: undefined, done: NOTHING });
  }

  change(typed: Partial<Omit<Typed, 'kind'>>): void {
    Object.assign(this, typed);
  }

  clear(): void {
    Object.assign(this, { rows: '', start: '', known: '', adjusts: false });
  }

  tell(made: Listed): void {
    this.made = made;
  }

  get typed(): Typed | undefined {
    const { kind, rows, becomes, start, closing, known, adjusts } = this;
    return kind && { kind, rows, becomes, start, closing, known, adjusts };
  }
}

const NOTHING = (): void => undefined;

// For this plugin only.
export const FORM = serviceToken<ListForm>('shapes.Form');
