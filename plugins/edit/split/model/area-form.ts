import { makeAutoObservable, observableRef } from 'mobx';
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
  apply: (() => void) | undefined = undefined;

  /** `parse` returns the square metres of a typed area; its unit may change: what is parsed is never cached. */
  constructor(readonly parse: (text: string) => number | undefined) {
    makeAutoObservable(this, { summary: observableRef, apply: false, parse: false, requested: false });
  }

  /** Square metres; undefined without a polygon, or if the text is not an area within it. */
  get requested(): number | undefined {
    const whole = this.summary?.whole;
    const area = whole === undefined ? undefined : parseShareOf(this.text, whole, this.parse);
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
    Object.assign(this, { isActive: false, apply: undefined, summary: undefined, problem: undefined });
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

/** Minimum area of a part, square metres; anything smaller is a rounding artefact. */
const MIN_AREA = 0.01;

/**
 * Parses an area (`1250`, `0.5 ha`, by `parse`) or a fraction of the total (`40 %`, `1/3`) to square metres; undefined
 * if it is neither.
 */
function parseShareOf(
  text: string,
  whole: number,
  parse: (text: string) => number | undefined,
): number | undefined {
  const share = /^(\d+)\s*[/:]\s*(\d+)$/.exec(text.trim());
  if (share) return Number(share[2]) > 0 ? (whole * Number(share[1])) / Number(share[2]) : undefined;
  const percent = /^(.+)%$/.exec(text.trim());
  if (!percent) return parse(text);
  const hundredths = parseNumber(percent[1]!);
  return hundredths === undefined ? undefined : (whole * hundredths) / 100;
}

// Used only inside this plugin.
export const AREA_FORM = serviceToken<AreaForm>('split.AreaForm');
