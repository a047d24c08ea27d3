import { makeAutoObservable } from 'mobx';
import { StoredValue, type TextStorage } from '#core/browser';
import { asRecord, serviceToken } from '#core/kernel';

export const SIDES = { min: 3, max: 60, default: 6 } as const;
export const TOLERANCE = { min: 0.5, max: 20, default: 3 } as const;

/** The options of the shape tools; stored on this device. */
export class ShapeOptions {
  /** Sides of regular polygons. */
  sides: number;
  /** The simplification tolerance of freehand lines, CSS pixels. */
  tolerance: number;
  readonly #stored: StoredValue<{ readonly sides: number; readonly tolerance: number }>;

  constructor(storage: TextStorage | undefined) {
    this.#stored = new StoredValue({
      storage,
      key: 'shapes',
      read: (stored) => {
        const { sides, tolerance } = asRecord(stored);
        return { sides: Math.round(within(SIDES, sides)), tolerance: within(TOLERANCE, tolerance) };
      },
    });
    const { sides, tolerance } = this.#stored.get();
    this.sides = sides;
    this.tolerance = tolerance;
    makeAutoObservable(this);
  }

  setSides(sides: number): void {
    this.sides = Math.round(within(SIDES, sides));
    this.#store();
  }
  setTolerance(pixels: number): void {
    this.tolerance = within(TOLERANCE, pixels);
    this.#store();
  }

  #store(): void {
    this.#stored.set({ sides: this.sides, tolerance: this.tolerance });
  }
}

export const SHAPE_OPTIONS = serviceToken<ShapeOptions>('shapes.ShapeOptions');

function within(range: { min: number; max: number; default: number }, value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return range.default;
  return Math.min(range.max, Math.max(range.min, value));
}
