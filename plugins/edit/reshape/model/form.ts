import { makeAutoObservable, observableRef } from 'mobx';
import { parseNumber } from '#core/geodesy';
import { serviceToken } from '#core/kernel';
import type { ReshapeKind } from './reshapes.ts';

/** Metres. */
export const DISTANCES = { min: 0.001, max: 100_000 };
export const ROUNDS = { min: 1, max: 6 };

/** The result of the active tool for the selected objects. */
export interface Summary {
  readonly count: number;
  /** Number of their vertices. */
  readonly before: number;
  readonly after: number | undefined;
  /** Largest distance of the result from the original in metres; undefined for an offset. */
  readonly deviation?: number | undefined;
}

/** The options in the popup of the active tool. */
export class ReshapeForm {
  kind: ReshapeKind | undefined = undefined;
  /** The distance, the tolerance or the number of rounds as typed. */
  text = '';
  /** For an offset: keep the original and add the parallel as a new object. */
  keeps = true;
  summary: Summary = NOBODY;
  /** Why the tool cannot be applied, a text key. */
  problem: string | undefined = undefined;
  apply: (() => void) | undefined = undefined;

  /** `parse` returns the metres of a typed length; its unit may change: what is parsed is never cached. */
  constructor(readonly parse: (text: string) => number | undefined) {
    makeAutoObservable(this, { summary: observableRef, apply: false, parse: false, value: false });
  }

  /** Metres or rounds; undefined if the text is invalid. */
  get value(): number | undefined {
    if (this.text.trim() === '') return undefined;
    const rounds = this.kind === 'smooth';
    const value = rounds ? parseNumber(this.text) : this.parse(this.text);
    const { min, max } = rounds ? ROUNDS : DISTANCES;
    if (value === undefined || value < min || value > max) return undefined;
    return rounds && !Number.isInteger(value) ? undefined : value;
  }

  begin(kind: ReshapeKind, apply: () => void): void {
    Object.assign(this, {
      kind,
      apply,
      text: kind === 'smooth' ? '2' : '',
      problem: undefined,
      summary: NOBODY,
    });
  }

  end(): void {
    Object.assign(this, { kind: undefined, apply: undefined, text: '', summary: NOBODY });
  }

  type(text: string): void {
    this.text = text;
    this.problem = undefined;
  }

  keep(keeps: boolean): void {
    this.keeps = keeps;
  }

  report(summary: Summary, problem: string | undefined): void {
    this.summary = summary;
    this.problem = problem;
  }
}

const NOBODY: Summary = { count: 0, before: 0, after: undefined };

// Used only inside this plugin.
export const FORM = serviceToken<ReshapeForm>('reshape.Form');
