import { action, computed, makeObservable, observable, observableRef } from 'mobx';
import { parseAngle, parseNumber, type AngleUnit } from '#core/geodesy';
import { serviceToken } from '#core/kernel';
import type { Position } from '#core/protocol';

export type TransformKind = 'shift' | 'rotate' | 'scale' | 'mirror';

/** Beyond these an object would be a point or a continent. */
export const FACTORS = { least: 0.001, most: 1000 };

/** What the popup shows and the tool in hand does. */
export class TransformForm {
  kind: TransformKind | undefined = undefined;
  /** The angle or the factor as it was typed or dragged. */
  text = '';
  /** The originals stay, copies are transformed. */
  keeps = false;
  /** Heights are scaled, too, from that of the pivot. */
  scalesHeights = false;
  /** Metres that heights are moved by, as typed; silence: as far as the two points say. */
  rise: number | undefined = undefined;
  /** Any of the objects has a height. */
  hasHeights = false;
  /** Set by hand; silence: the middle of the objects. */
  pivot: Position | undefined = undefined;
  /** How many objects the tool works on. */
  count = 0;
  /** Why it cannot be done, a text key. */
  problem: string | undefined = undefined;
  /** Does what the form says; the tool's. */
  apply: () => void = NOTHING;
  /** What typed angles are in; the tool keeps it up to date. */
  unit: AngleUnit = 'degree';

  constructor() {
    makeObservable(this, {
      kind: observable,
      text: observable,
      keeps: observable,
      scalesHeights: observable,
      rise: observable,
      hasHeights: observable,
      pivot: observableRef,
      count: observable,
      problem: observable,
      unit: observable,
      value: computed,
      begin: action,
      end: action,
      type: action,
      keep: action,
      scaleHeights: action,
      raise: action,
      turnAround: action,
      tell: action,
    });
  }

  /** Degrees clockwise, or the factor; undefined where the text is neither. */
  get value(): number | undefined {
    if (this.text.trim() === '') return undefined;
    if (this.kind === 'rotate') return parseAngle(this.text, this.unit);
    const percent = /^(.+)%$/.exec(this.text.trim());
    const factor = percent ? parseNumber(percent[1]!) : parseNumber(this.text);
    if (factor === undefined) return undefined;
    const value = percent ? factor / 100 : factor;
    return value >= FACTORS.least && value <= FACTORS.most ? value : undefined;
  }

  begin(kind: TransformKind, unit: AngleUnit, apply: () => void): void {
    Object.assign(this, { ...FRESH, kind, unit, apply });
  }

  end(): void {
    Object.assign(this, { ...FRESH, kind: undefined, apply: NOTHING, count: 0 });
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

  tell(told: { count?: number; hasHeights?: boolean; problem?: string | undefined; unit?: AngleUnit }): void {
    Object.assign(this, told);
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
const NOTHING = (): void => undefined;

// Inside this plugin only.
export const FORM = serviceToken<TransformForm>('transform.Form');
