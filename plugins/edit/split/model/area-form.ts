import { action, computed, makeObservable, observable, observableRef } from 'mobx';
import { parseNumber } from '#core/geodesy';
import { serviceToken } from '#core/kernel';

/** The area of the current polygon, and those of the parts that the cut would make. */
export interface AreaSummary {
  readonly whole: number;
  readonly parts: readonly number[];
  /** Whether a side or a position has been chosen. */
  readonly chosen: boolean;
}

/** The options in the popup of the area tool. */
export class AreaForm {
  isActive = false;
  /** The area or fraction as typed. */
  text = '';
  /** Whether to measure from the other side. */
  flipped = false;
  summary: AreaSummary | undefined = undefined;
  /** Why the polygon cannot be cut, a text key. */
  problem: string | undefined = undefined;
  apply: () => void = NOTHING;

  constructor() {
    makeObservable(this, {
      isActive: observable,
      text: observable,
      flipped: observable,
      summary: observableRef,
      problem: observable,
      requested: computed,
      begin: action,
      end: action,
      type: action,
      flip: action,
      report: action,
    });
  }

  /** Square metres; undefined without a polygon, or if the text is not an area within it. */
  get requested(): number | undefined {
    const whole = this.summary?.whole;
    const area = whole === undefined ? undefined : parseShareOf(this.text, whole);
    return area === undefined || !(area >= MIN_AREA && whole! - area >= MIN_AREA) ? undefined : area;
  }

  begin(apply: () => void): void {
    Object.assign(this, {
      isActive: true,
      apply,
      text: '',
      flipped: false,
      summary: undefined,
      problem: undefined,
    });
  }

  end(): void {
    Object.assign(this, { isActive: false, apply: NOTHING, summary: undefined, problem: undefined });
  }

  type(text: string): void {
    this.text = text;
    this.problem = undefined;
  }

  flip(flipped: boolean): void {
    this.flipped = flipped;
  }

  report(summary: AreaSummary | undefined, problem: string | undefined): void {
    this.summary = summary;
    this.problem = problem;
  }
}

const NOTHING = (): void => undefined;

/** Minimum area of a part, square metres; anything smaller is a rounding artefact. */
const MIN_AREA = 0.01;

/** Square metres per unit; an are is 100 m². */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  'm²': 1,
  m2: 1,
  mq: 1,
  a: 100,
  ha: 10_000,
  'km²': 1e6,
  km2: 1e6,
};

/**
 * Parses an area (`1250`, `0.5 ha`, by `parse`) or a fraction of the total (`40 %`, `1/3`) to square metres; undefined
 * if it is neither.
 */
export function parseShareOf(text: string, whole: number): number | undefined {
  const share = /^(\d+)\s*[/:]\s*(\d+)$/.exec(text.trim());
  if (share) return Number(share[2]) > 0 ? (whole * Number(share[1])) / Number(share[2]) : undefined;
  const parts = /^(.*?\d[.,]?)\s*(%|[a-z]*[²2]?)$/i.exec(text.trim());
  const value = parts && parseNumber(parts[1]!);
  if (value === undefined || value === null) return undefined;
  if (parts![2] === '%') return (whole * value) / 100;
  const hundredths = UNITS[parts![2]!.toLowerCase()];
  return hundredths === undefined ? undefined : value * hundredths;
}

// Used only inside this plugin.
export const AREA_FORM = serviceToken<AreaForm>('split.AreaForm');
