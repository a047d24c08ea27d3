import { BehaviorSubject } from 'rxjs';
import { serviceToken } from '#core/kernel';

export const SIDES = { least: 3, most: 60, plain: 6 } as const;
export const TOLERANCE = { least: 0.5, most: 20, plain: 3 } as const;

/** What the shape tools were last set to; kept on this device. */
export class ShapeOptions {
  /** Sides of regular polygons. */
  readonly sides$: BehaviorSubject<number>;
  /** CSS pixels by which a freehand line may be simplified. */
  readonly tolerance$: BehaviorSubject<number>;
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#storage = storage;
    const kept = this.#kept();
    this.sides$ = new BehaviorSubject(Math.round(within(SIDES, kept.sides)));
    this.tolerance$ = new BehaviorSubject(within(TOLERANCE, kept.tolerance));
  }

  setSides(sides: number): void {
    this.sides$.next(Math.round(within(SIDES, sides)));
    this.#keep();
  }
  setTolerance(pixels: number): void {
    this.tolerance$.next(within(TOLERANCE, pixels));
    this.#keep();
  }

  #kept(): { sides?: unknown; tolerance?: unknown } {
    try {
      const kept: unknown = JSON.parse(this.#storage.getItem(KEY) ?? '{}');
      return typeof kept === 'object' && kept !== null ? kept : {};
    } catch {
      return {}; // Written by something else: begin anew.
    }
  }
  #keep(): void {
    this.#storage.setItem(
      KEY,
      JSON.stringify({ sides: this.sides$.value, tolerance: this.tolerance$.value }),
    );
  }
}

export const SHAPE_OPTIONS = serviceToken<ShapeOptions>('shapes-2d.ShapeOptions');

const KEY = 'groma.shapes-2d';

function within(range: { least: number; most: number; plain: number }, value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return range.plain;
  return Math.min(range.most, Math.max(range.least, value));
}
