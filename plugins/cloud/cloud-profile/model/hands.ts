import { makeAutoObservable, observableRef } from 'mobx';
import { nearestPoint } from './find-points.ts';
import type { CloudProfile } from './profile.ts';
import { panned, toPixel, toPlace, type ProfilePlace, type ProfileWindow } from './profile-window.ts';
import { slabRing } from './section-region.ts';

/** CSS pixels within which a click takes the place of a point. */
const REACH = 12;
/** CSS pixels between two corners of a lasso. */
const STEP = 4;

type At = readonly [number, number];

/** What clicks, drags and keys do in a profile, by the hand that is chosen. */
export class ProfileHands {
  /** Corners of what is being drawn. */
  sketch: readonly ProfilePlace[] = [];
  /** Metres above and below a slab's line, together. */
  thickness = 0.3;
  #dragged: At | undefined;
  readonly #profile: CloudProfile;

  constructor(profile: CloudProfile) {
    this.#profile = profile;
    makeAutoObservable(this, { sketch: observableRef });
  }

  get isDrawing(): boolean {
    return this.sketch.length > 0;
  }

  setThickness(thickness: number): void {
    this.thickness = thickness;
  }

  /** The place at a pixel: that of a point near it, where a place is measured or drawn. */
  placeAt(window: ProfileWindow, at: At): ProfilePlace {
    const { points, isShown, hand } = this.#profile;
    const snaps = hand === 'measure' || hand === 'draw';
    const near = snaps ? nearestPoint(points, window, at, REACH, isShown) : undefined;
    return near === undefined
      ? toPlace(window, ...at)
      : { chainage: points.chainage[near]!, height: points.height[near]! };
  }

  hover(window: ProfileWindow, at: At): void {
    this.#profile.setPointed(this.placeAt(window, at));
  }

  /** Begins a drag; the window follows the pointer unless a lasso is drawn. */
  down(window: ProfileWindow, at: At): void {
    this.#dragged = at;
    if (this.#profile.hand !== 'lasso') return;
    this.#profile.setRing(undefined);
    this.sketch = [toPlace(window, ...at)];
  }

  /** Returns the window after the drag. */
  drag(window: ProfileWindow, at: At): ProfileWindow {
    const before = this.#dragged ?? at;
    this.#dragged = at;
    if (this.#profile.hand !== 'lasso') return panned(window, at[0] - before[0], at[1] - before[1]);
    const [x, y] = toPixel(window, this.sketch.at(-1) ?? toPlace(window, ...at));
    if (Math.hypot(at[0] - x, at[1] - y) >= STEP) this.sketch = [...this.sketch, toPlace(window, ...at)];
    else this.#dragged = before;
    return window;
  }

  up(): void {
    this.#dragged = undefined;
    if (this.#profile.hand !== 'lasso') return;
    if (this.sketch.length >= 3) this.#profile.setRing(this.sketch);
    this.sketch = [];
  }

  click(window: ProfileWindow, at: At): void {
    const { hand } = this.#profile;
    const place = this.placeAt(window, at);
    if (hand === 'draw') this.sketch = [...this.sketch, place];
    else if (hand === 'measure' || hand === 'slab') this.#second(place);
  }

  /** Finishes a polyline. */
  complete(): void {
    if (this.#profile.hand === 'draw' && this.sketch.length >= 2) this.#profile.addPaths([this.sketch]);
    this.sketch = [];
  }

  takeBack(): void {
    this.sketch = this.sketch.slice(0, -1);
  }

  /** Drops what is being drawn, else what is selected. Returns whether there was anything. */
  cancel(): boolean {
    if (this.sketch.length > 0) this.sketch = [];
    else if (this.#profile.ring) this.#profile.setRing(undefined);
    else return false;
    return true;
  }

  #second(place: ProfilePlace): void {
    const [from] = this.sketch;
    if (!from) {
      this.sketch = [place];
      return;
    }
    this.sketch = [];
    if (this.#profile.hand === 'measure') this.#profile.measure({ from, to: place });
    else this.#profile.setRing(slabRing(from, place, this.thickness / this.#profile.unit));
  }
}
