import { runsOf, type MapObject } from '#core/document';
import type { Position } from '#core/protocol';
import type { SettingValues } from '#core/settings';

/** The active terrain, if any. */
export interface ActiveGround {
  /** Metres above the ellipsoid. */
  readonly lowest: number;
  readonly highest: number;
  /** Distance between its heights, metres. */
  readonly spacing: number;
  /** Undefined outside it, in its gaps, and where it has not loaded. */
  near(longitude: number, latitude: number): number | undefined;
  /** The height there, else that of the nearest edge towards its middle; undefined where nothing has loaded. */
  nearest(longitude: number, latitude: number): number | undefined;
}

/**
 * Heights at which things are rendered above the ellipsoid. The ellipsoid represents a base height (`base`): the
 * lowest of the terrain, or without one the lowest of the objects, which would otherwise float far above it, in the
 * way of the camera. Everything is rendered at its height above the base times the exaggeration. Objects without
 * heights are on the ground.
 */
export class DisplayHeights {
  #lowest: number | undefined;
  #highest = -Infinity;
  #without = false;
  /** Meaning of objects' heights: ellipsoidal, above the ground, or ignored. */
  mode: SettingValues['heights3D'] = 'measured';
  exaggeration = 1;
  /** Height of the tallest extruded polygon, metres. */
  tallest = 0;
  ground: ActiveGround | undefined;

  /** The ellipsoidal height rendered at the ellipsoid, metres; undefined where nothing has a height. */
  get base(): number | undefined {
    return this.ground?.lowest ?? this.#lowest;
  }

  /** Whether anything follows the ground. */
  get followsGround(): boolean {
    return this.#without || this.mode !== 'measured';
  }

  /** Rendered height of the highest above the ellipsoid, metres. */
  get reach(): number {
    const base = this.base ?? 0;
    const ground = this.ground?.highest ?? base;
    const above = Math.max(0, this.#highest);
    const top = this.mode === 'measured' ? this.#highest : this.mode === 'relative' ? ground + above : ground;
    const tallest = this.mode === 'ground' ? 0 : this.tallest;
    return (Math.max(0, ground - base, top - base) + tallest) * this.exaggeration;
  }

  /** Rendered depth of the lowest below the ellipsoid, metres. */
  get depth(): number {
    const lowest = this.#lowest ?? 0;
    const below = this.mode === 'measured' ? (this.base ?? lowest) - lowest : -lowest;
    return this.mode === 'ground' ? 0 : Math.max(0, below) * this.exaggeration;
  }

  /** Metres above the ellipsoid at which a position is rendered. */
  drawn(position: Position): number {
    const height = position[2];
    if (height === undefined || this.mode === 'ground') return this.#lying(position);
    if (this.mode === 'relative') return this.#lying(position) + height * this.exaggeration;
    return (height - (this.base ?? height)) * this.exaggeration;
  }

  /** Of an object on the ground: beyond the terrain it does not fall to the base, which its parts on it would tear. */
  #lying([longitude, latitude]: Position): number {
    const height = this.ground?.nearest(longitude, latitude);
    return height === undefined ? 0 : this.raised(height);
  }

  /** Metres above the ellipsoid at which the ground is rendered. */
  surface(longitude: number, latitude: number): number {
    const height = this.ground?.near(longitude, latitude);
    return height === undefined ? 0 : this.raised(height);
  }

  /** Rendered height of an ellipsoidal height; where the terrain has gaps, the base height. */
  raised(height: number): number {
    return Number.isNaN(height) ? 0 : (height - (this.base ?? 0)) * this.exaggeration;
  }

  /**
   * Inverse: the height of something rendered at `drawn`; undefined where heights are ignored. Where nothing has a
   * height, the base becomes 0.
   */
  measuredAt(drawn: number): number | undefined {
    if (this.mode !== 'measured') return undefined;
    if (!this.ground) this.#lowest ??= 0;
    return drawn / this.exaggeration + this.base!;
  }

  /**
   * Updates the range with objects' heights; returns whether the base has changed, so that everything must be
   * rebuilt.
   */
  note(objects: Iterable<MapObject>): boolean {
    const before = this.base;
    for (const { location } of objects)
      for (const { positions } of runsOf(location))
        for (const [, , height] of positions) {
          if (height === undefined) {
            this.#without = true;
            continue;
          }
          this.#lowest = Math.min(this.#lowest ?? height, height);
          this.#highest = Math.max(this.#highest, height);
        }
    return this.base !== before;
  }
}
