import { runsOf, type MapObject } from '#core/document';
import type { Position } from '#core/protocol';

/**
 * Where things stand above the ground that is drawn. Without terrain the ground is the ellipsoid; objects surveyed at 600 m
 * would float far above it, and out of the camera's way. So the ground stands for the lowest height there is among the
 * objects (`base`), and each is drawn as far above it as it is higher. What has no height lies on the ground.
 */
export class Heights {
  #base: number | undefined;
  #most = 0;
  #measured = true;

  /** Objects are drawn at their heights; else on the ground. */
  get measured(): boolean {
    return this.#measured;
  }
  set measured(measured: boolean) {
    this.#measured = measured;
  }

  /** The ellipsoidal height that the ground stands for, metres; undefined where no object has a height. */
  get base(): number | undefined {
    return this.#base;
  }

  /** How far the highest is drawn above the ground, metres. */
  get reach(): number {
    return this.#measured ? this.#most - (this.#base ?? 0) : 0;
  }

  /** Metres above the ellipsoid at which the place is drawn. */
  drawn(position: Position): number {
    const height = position[2];
    return height === undefined || !this.#measured ? 0 : height - (this.#base ?? height);
  }

  /**
   * The height of what is drawn so many metres above the ellipsoid; undefined where all is drawn on the ground. Where no
   * object has a height, the ground stands for the ellipsoid from now on.
   */
  measuredAt(drawn: number): number | undefined {
    if (!this.#measured) return undefined;
    this.#base ??= 0;
    return drawn + this.#base;
  }

  /** Takes note of objects' heights; true where the ground stands for another height now, so that all is drawn anew. */
  note(objects: Iterable<MapObject>): boolean {
    const before = this.#base;
    for (const { location } of objects)
      for (const { positions } of runsOf(location))
        for (const [, , height] of positions) {
          if (height === undefined) continue;
          if (this.#base === undefined) this.#most = height;
          this.#base = Math.min(this.#base ?? height, height);
          this.#most = Math.max(this.#most, height);
        }
    return this.#base !== before;
  }
}
