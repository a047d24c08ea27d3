import { makeAutoObservable, observableRef } from 'mobx';
import { serviceToken } from '#core/kernel';
import type { LayerWindow, Pixel } from '#core/mapview';

export type ComparisonKind = 'swipe' | 'spyglass';
/** Least and greatest radius of the spyglass, CSS pixels. */
export const RADIUS = { min: 40, max: 400, default: 120 } as const;

const clamped = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** A layer that is shown only on the left of a line, or only in a spyglass, to compare it with what lies below. */
export class Comparison {
  /** Undefined: nothing is compared. */
  kind: ComparisonKind | undefined = undefined;
  /** Id of an external layer, `background` or `objects`. */
  layer = 'background';
  /** Of the width of the map that is on the left. */
  share = 0.5;
  /** Middle of the spyglass as shares of the width and the height of the map. */
  middle: readonly [number, number] = [0.5, 0.5];
  radius: number = RADIUS.default;

  constructor() {
    makeAutoObservable(this, { middle: observableRef });
  }

  start(layer: string): void {
    this.layer = layer;
    this.kind ??= 'swipe';
  }

  end(): void {
    this.kind = undefined;
  }

  setKind(kind: ComparisonKind): void {
    this.kind = kind;
  }

  setLayer(layer: string): void {
    this.layer = layer;
  }

  moveLine(share: number): void {
    this.share = clamped(share, 0, 1);
  }

  moveSpyglass([x, y]: readonly [number, number]): void {
    this.middle = [clamped(x, 0, 1), clamped(y, 0, 1)];
  }

  setRadius(radius: number): void {
    this.radius = clamped(radius, RADIUS.min, RADIUS.max);
  }

  /** What a map of a size shows where. */
  windowOn([width, height]: Pixel): LayerWindow | undefined {
    if (this.kind === undefined) return undefined;
    const { layer, middle, radius } = this;
    return {
      layers: [layer],
      shape:
        this.kind === 'swipe'
          ? { kind: 'left', x: this.share * width }
          : { kind: 'circle', centre: [middle[0] * width, middle[1] * height], radius },
    };
  }
}

export const COMPARISON = serviceToken<Comparison>('external-layers.Comparison');
