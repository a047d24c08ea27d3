import { BehaviorSubject } from 'rxjs';
import { asRecord, serviceToken, StoredValue, type TextStorage } from '#core/kernel';

export const SIDES = { least: 3, most: 60, plain: 6 } as const;
export const TOLERANCE = { least: 0.5, most: 20, plain: 3 } as const;

/** What the shape tools were last set to; stored on this device. */
export class ShapeOptions {
  /** Sides of regular polygons. */
  readonly sides$: BehaviorSubject<number>;
  /** CSS pixels by which a freehand line may be simplified. */
  readonly tolerance$: BehaviorSubject<number>;
  readonly #stored: StoredValue<{ readonly sides: number; readonly tolerance: number }>;

  constructor(storage: TextStorage | undefined) {
    this.#stored = new StoredValue({
      storage,
      key: 'groma.shapes-2d',
      read: (stored) => {
        const { sides, tolerance } = asRecord(stored);
        return { sides: Math.round(within(SIDES, sides)), tolerance: within(TOLERANCE, tolerance) };
      },
    });
    const { sides, tolerance } = this.#stored.get();
    this.sides$ = new BehaviorSubject(sides);
    this.tolerance$ = new BehaviorSubject(tolerance);
  }

  setSides(sides: number): void {
    this.sides$.next(Math.round(within(SIDES, sides)));
    this.#keep();
  }
  setTolerance(pixels: number): void {
    this.tolerance$.next(within(TOLERANCE, pixels));
    this.#keep();
  }

  #keep(): void {
    this.#stored.set({ sides: this.sides$.value, tolerance: this.tolerance$.value });
  }
}

export const SHAPE_OPTIONS = serviceToken<ShapeOptions>('shapes.ShapeOptions');

function within(range: { least: number; most: number; plain: number }, value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return range.plain;
  return Math.min(range.most, Math.max(range.least, value));
}
