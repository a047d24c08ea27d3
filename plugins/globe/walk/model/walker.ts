import { direct } from '#core/geodesy';
import type { GlobeOutlook } from '#plugins/globe/map-3d/api';

/** Movements of the walker. */
export type WalkDirection =
  | 'forward'
  | 'back'
  | 'left'
  | 'right'
  | 'turn-left'
  | 'turn-right'
  | 'up'
  | 'down';

/** Metres a second, walking; degrees a second of rotation. */
const WALK = 2;
const TURN = 60;
/** Most pitch up or down, degrees. */
const MAX_PITCH = 89;

/** A walker on the ground of the globe. */
export class Walker {
  readonly ways = new Set<WalkDirection>();
  runs = false;

  constructor(
    readonly outlook: Pick<GlobeOutlook, 'stance' | 'stand'>,
    /** Eye height above the ground, metres. */
    readonly eye: () => number,
    /** Metres a second, running. */
    readonly run: () => number,
  ) {}

  /** Continues the requested movements for this many seconds. */
  go(seconds: number): void {
    const forward = this.#along('forward', 'back');
    const right = this.#along('right', 'left');
    this.turn(
      this.#along('turn-right', 'turn-left') * TURN * seconds,
      this.#along('up', 'down') * TURN * seconds,
    );
    if (forward === 0 && right === 0) return;
    const { stance } = this.outlook;
    const aside = (Math.atan2(right, forward) * 180) / Math.PI;
    const metres = (this.runs ? this.run() : WALK) * seconds;
    this.#stand({ place: direct(stance.place, stance.heading + aside, metres) });
  }

  /** Turns by degrees to the right and up. */
  turn(right: number, up: number): void {
    if (right === 0 && up === 0) return;
    const { heading, pitch } = this.outlook.stance;
    this.#stand({
      heading: (heading + right + 360) % 360,
      pitch: Math.max(-MAX_PITCH, Math.min(MAX_PITCH, pitch + up)),
    });
  }

  /** Adjusts to the ground, whose height may have changed meanwhile. */
  standOnGround(): void {
    this.#stand({});
  }

  #stand(change: Partial<GlobeOutlook['stance']>): void {
    this.outlook.stand({ ...this.outlook.stance, ...change, above: this.eye() });
  }

  #along(one: WalkDirection, other: WalkDirection): number {
    return Number(this.ways.has(one)) - Number(this.ways.has(other));
  }
}
