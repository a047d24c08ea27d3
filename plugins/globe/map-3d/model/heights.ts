import { runsOf, type MapObject } from '#core/document';
import type { Position } from '#core/protocol';
import type { SettingValues } from '#core/settings';

/** The active terrain, if any. */
export interface WornGround {
  /** Metres above the ellipsoid. */
  readonly lowest: number;
  readonly highest: number;
  /** Between its heights. */
  readonly spacing: number;
  /** Undefined beside it, in its gaps, and where it has not come yet. */
  near(longitude: number, latitude: number): number | undefined;
}

/**
 * Where things stand above the ellipsoid that is drawn. It stands for one height (`base`): the lowest of the terrain, or
 * without one the lowest among the objects, which would else float far above it, and out of the camera's way. Everything
 * is drawn as far above it as it is higher, times the exaggeration. What has no height lies on the ground.
 */
export class Heights {
  #lowest: number | undefined;
  #most = -Infinity;
  #without = false;
  /** What heights of objects are: above the ellipsoid, above the ground, or of no account. */
  mode: SettingValues['heights3D'] = 'measured';
  exaggeration = 1;
  /** How far the tallest of what stands up by an attribute does, metres. */
  tallest = 0;
  ground: WornGround | undefined;

  /** The ellipsoidal height that the ellipsoid stands for, metres; undefined where nothing has a height. */
  get base(): number | undefined {
    return this.ground?.lowest ?? this.#lowest;
  }

  /** Does anything stand where the ground is, and follows it? */
  get lies(): boolean {
    return this.#without || this.mode !== 'measured';
  }

  /** How far the highest is drawn above the ellipsoid, metres. */
  get reach(): number {
    const base = this.base ?? 0;
    const ground = this.ground?.highest ?? base;
    const above = Math.max(0, this.#most);
    const top = this.mode === 'measured' ? this.#most : this.mode === 'relative' ? ground + above : ground;
    const tallest = this.mode === 'ground' ? 0 : this.tallest;
    return (Math.max(0, ground - base, top - base) + tallest) * this.exaggeration;
  }

  /** How far the lowest is drawn below the ellipsoid, metres. */
  get depth(): number {
    const lowest = this.#lowest ?? 0;
    const below = this.mode === 'measured' ? (this.base ?? lowest) - lowest : -lowest;
    return this.mode === 'ground' ? 0 : Math.max(0, below) * this.exaggeration;
  }

  /** Metres above the ellipsoid at which the place is drawn. */
  drawn(position: Position): number {
    const height = position[2];
    if (height === undefined || this.mode === 'ground') return this.surface(position[0], position[1]);
    if (this.mode === 'relative') return this.surface(position[0], position[1]) + height * this.exaggeration;
    return (height - (this.base ?? height)) * this.exaggeration;
  }

  /** Metres above the ellipsoid at which the ground is drawn. */
  surface(longitude: number, latitude: number): number {
    const height = this.ground?.near(longitude, latitude);
    return height === undefined ? 0 : this.raised(height);
  }

  /** Where an ellipsoidal height is drawn; that the terrain lacks, at the height the ellipsoid stands for. */
  raised(height: number): number {
    return Number.isNaN(height) ? 0 : (height - (this.base ?? 0)) * this.exaggeration;
  }

  /**
   * The height of what is drawn so many metres above the ellipsoid; undefined where heights are of no account. Where
   * nothing has a height, the ellipsoid stands for itself from now on.
   */
  measuredAt(drawn: number): number | undefined {
    if (this.mode !== 'measured') return undefined;
    if (!this.ground) this.#lowest ??= 0;
    return drawn / this.exaggeration + this.base!;
  }

  /** Takes note of objects' heights; true where the ellipsoid stands for another height now, so that all is drawn anew. */
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
          this.#most = Math.max(this.#most, height);
        }
    return this.base !== before;
  }
}
