import { direct } from '#core/geodesy';
import type { GlobeOutlook } from '#plugins/globe/map-3d/api';

/** Where a foot or the head may be moved. */
export type Way = 'forward' | 'back' | 'left' | 'right' | 'turn-left' | 'turn-right' | 'up' | 'down';

/** Metres a second, walking and running; degrees a second that the head turns. */
const WALK = 2;
const RUN = 10;
const TURN = 60;
/** The head goes no further up or down, degrees. */
const MOST_PITCH = 89;

/** Somebody who walks on the ground of the globe and looks about. */
export class Walker {
  readonly ways = new Set<Way>();
  runs = false;

  constructor(
    readonly outlook: Pick<GlobeOutlook, 'stance' | 'stand'>,
    /** Metres from the ground to the eye. */
    readonly eye: () => number,
  ) {}

  /** Goes on for so many seconds the ways that are asked for. */
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
    const metres = (this.runs ? RUN : WALK) * seconds;
    this.#stand({ place: direct(stance.place, stance.heading + aside, metres) });
  }

  /** Turns the head by degrees to the right and up. */
  turn(right: number, up: number): void {
    if (right === 0 && up === 0) return;
    const { heading, pitch } = this.outlook.stance;
    this.#stand({
      heading: (heading + right + 360) % 360,
      pitch: Math.max(-MOST_PITCH, Math.min(MOST_PITCH, pitch + up)),
    });
  }

  /** Both feet on the ground, which may have come nearer meanwhile. */
  settle(): void {
    this.#stand({});
  }

  #stand(change: Partial<GlobeOutlook['stance']>): void {
    this.outlook.stand({ ...this.outlook.stance, ...change, above: this.eye() });
  }

  #along(one: Way, other: Way): number {
    return Number(this.ways.has(one)) - Number(this.ways.has(other));
  }
}
