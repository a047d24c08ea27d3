import { makeAutoObservable, observableRef } from 'mobx';
import { parseAngle, parseNumber, type AngleUnit } from '#core/geodesy';
import { serviceToken } from '#core/kernel';
import type { Position } from '#core/protocol';

export type TransformKind = 'shift' | 'rotate' | 'scale' | 'mirror' | 'fit';

/** Limits of the factor: beyond them an object would be a point or a continent. */
export const FACTORS = { min: 0.001, max: 1000 };

/** The options in the popup of the active tool. */
export class TransformForm {
  kind: TransformKind | undefined = undefined;
  /** The angle or the factor as typed or dragged. */
  text = '';
  /** Keep the originals and transform copies. */
  keeps = false;
  /** Scale heights too, from that of the pivot. */
  scalesHeights = false;
  /** Height offset in metres as typed; undefined: the difference of the two points. */
  rise: number | undefined = undefined;
  /** Whether any of the objects has a height. */
  hasHeights = false;
  /** The pivot set by the person; undefined: the centre of the objects. */
  pivot: Position | undefined = undefined;
  /** Number of objects to transform. */
  count = 0;
  /** Why the tool cannot be applied, a text key. */
  problem: string | undefined = undefined;
  /** Applies the tool; set by its session. */
  apply: (() => void) | undefined = undefined;
  /** Unit of typed angles; the session keeps it up to date. */
  unit: AngleUnit = 'degree';

  constructor() {
    makeAutoObservable(this, { pivot: observableRef, apply: false });
  }

  /** Degrees clockwise, or the factor; undefined if the text is invalid. */
  get value(): number | undefined {
    if (this.text.trim() === '') return undefined;
    if (this.kind === 'rotate') return parseAngle(this.text, this.unit);
    const percent = /^(.+)%$/.exec(this.text.trim());
    const factor = percent ? parseNumber(percent[1]!) : parseNumber(this.text);
    if (factor === undefined) return undefined;
    const value = percent ? factor / 100 : factor;
    return value >= FACTORS.min && value <= FACTORS.max ? value : undefined;
  }

  begin(kind: TransformKind, unit: AngleUnit, apply: () => void): void {
    Object.assign(this, { ...FRESH, kind, unit, apply });
  }

  end(): void {
    Object.assign(this, { ...FRESH, kind: undefined, apply: undefined, count: 0 });
  }

  type(text: string): void {
    this.text = text;
    this.problem = undefined;
  }

  keep(keeps: boolean): void {
    this.keeps = keeps;
  }

  scaleHeights(scales: boolean): void {
    this.scalesHeights = scales;
  }

  raise(metres: number | undefined): void {
    this.rise = metres;
  }

  turnAround(pivot: Position | undefined): void {
    this.pivot = pivot;
    this.problem = undefined;
  }

  report(values: {
    count?: number;
    hasHeights?: boolean;
    problem?: string | undefined;
    unit?: AngleUnit;
  }): void {
    Object.assign(this, values);
  }
}

const FRESH = {
  text: '',
  pivot: undefined,
  problem: undefined,
  keeps: false,
  scalesHeights: false,
  rise: undefined,
} as const;

// Used only inside this plugin.
export const FORM = serviceToken<TransformForm>('transform.Form');
