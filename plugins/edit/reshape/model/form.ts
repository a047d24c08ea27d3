import { action, computed, makeObservable, observable } from 'mobx';
import { parseLength, parseNumber } from '#core/geodesy';
import { serviceToken } from '#core/kernel';
import type { ReshapeKind } from './reshapes.ts';

/** Metres. */
export const DISTANCES = { least: 0.001, most: 100_000 };
export const ROUNDS = { least: 1, most: 6 };

/** What the tool in hand makes of the selected objects. */
export interface Told {
  readonly count: number;
  /** Their vertices. */
  readonly before: number;
  readonly after: number | undefined;
  /** Metres that what stays is away from what was, at most; of an offset, which is meant to be away, none. */
  readonly deviation?: number | undefined;
}

/** What the popup shows and the tool in hand does. */
export class ReshapeForm {
  kind: ReshapeKind | undefined = undefined;
  /** The distance, the tolerance or the rounds as typed. */
  text = '';
  /** Of an offset: the original stays, the parallel is a new object. */
  keeps = true;
  told: Told = NOBODY;
  /** Why it cannot be done, a text key. */
  problem: string | undefined = undefined;
  apply: () => void = NOTHING;

  constructor() {
    makeObservable(this, {
      kind: observable,
      text: observable,
      keeps: observable,
      told: observable,
      problem: observable,
      value: computed,
      begin: action,
      end: action,
      type: action,
      keep: action,
      tell: action,
    });
  }

  /** Metres or rounds; undefined where the text is neither. */
  get value(): number | undefined {
    if (this.text.trim() === '') return undefined;
    const rounds = this.kind === 'smooth';
    const value = rounds ? parseNumber(this.text) : parseLength(this.text);
    const { least, most } = rounds ? ROUNDS : DISTANCES;
    if (value === undefined || value < least || value > most) return undefined;
    return rounds && !Number.isInteger(value) ? undefined : value;
  }

  begin(kind: ReshapeKind, apply: () => void): void {
    Object.assign(this, {
      kind,
      apply,
      text: kind === 'smooth' ? '2' : '',
      problem: undefined,
      told: NOBODY,
    });
  }

  end(): void {
    Object.assign(this, { kind: undefined, apply: NOTHING, text: '', told: NOBODY });
  }

  type(text: string): void {
    this.text = text;
    this.problem = undefined;
  }

  keep(keeps: boolean): void {
    this.keeps = keeps;
  }

  tell(told: Told, problem: string | undefined): void {
    this.told = told;
    this.problem = problem;
  }
}

const NOTHING = (): void => undefined;
const NOBODY: Told = { count: 0, before: 0, after: undefined };

// Inside this plugin only.
export const FORM = serviceToken<ReshapeForm>('reshape.Form');
