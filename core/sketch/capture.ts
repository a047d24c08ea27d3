import { BehaviorSubject } from 'rxjs';
import {
  ClickEcho,
  distanceTo,
  DOUBLE_CLICK_DISTANCE,
  HANDLE_TOLERANCE,
  pixelDistance,
  SAME_VERTEX_DISTANCE,
  type Gesture,
  type MapView,
  type Pixel,
  type Snap,
} from '#core/mapview';
import type { Position } from '#core/protocol';
import type { KeyGesture } from '#core/tools';
import { onBearing } from './constrain.ts';
import { liftedTo } from './heights.ts';
import { isLed, led, type Lead } from './lead.ts';
import type { Locks } from './locks.ts';
import type { Constraint } from './alongside.ts';
import type { Placed, Snapping } from './snapping.ts';

export type PathKind = 'point' | 'line' | 'ring';

/** Fewest vertices that make the thing; a ring is kept open here, its first vertex not repeated. */
export const MINIMUM: Readonly<Record<PathKind, number>> = { point: 1, line: 2, ring: 3 };

/** A path under way. */
export interface Path {
  readonly vertices: readonly Position[];
  /** Where the next vertex would go. */
  readonly cursor: Position | undefined;
  /** Vertices that would come before it, where the leg is led and not straight. */
  readonly between: readonly Position[];
  readonly snap: Snap | undefined;
  /** The azimuth the cursor is held to, degrees clockwise from north; undefined when free. */
  readonly heldTo: number | undefined;
}

const EMPTY: Path = {
  vertices: [],
  cursor: undefined,
  between: [],
  snap: undefined,
  heldTo: undefined,
};

/**
 * The path a hand draws on a viewer, point by point: what every drawing and measuring tool shares. Click adds, double
 * click and the right button finish, a click on the first vertex closes a ring, Shift holds to steps of 45°,
 * Backspace and Ctrl+Z take the last vertex back and Ctrl+Y gives it again. `finished` receives the vertices; the path
 * is empty again by then.
 */
export class PathCapture {
  readonly state$ = new BehaviorSubject<Path>(EMPTY);
  /** What was typed for the next vertex. A height stays for the vertices after it; the rest is for one. */
  readonly locks$ = new BehaviorSubject<Locks>({});
  /** What the legs are parallel or at right angles to, until it is let go. */
  readonly constraint$ = new BehaviorSubject<Constraint | undefined>(undefined);
  /** How the next legs run where they are not straight. */
  readonly lead$ = new BehaviorSubject<Lead | undefined>(undefined);
  #pointer: Placed | undefined;
  /** Steps: each the vertices that came with one click. */
  #takenBack: (readonly Position[])[] = [];
  #cancelled: readonly Position[] = [];
  /** Of the click or double click that finished the last path. */
  readonly #echo = new ClickEcho();
  /** The foot of the vertical along which the next vertex is dragged. */
  #liftedFrom: Position | undefined;

  constructor(
    readonly view: MapView,
    readonly snapping: Snapping,
    readonly kind: PathKind,
    readonly finished: (vertices: Position[]) => void,
    /** The place that meets the locks, nearest to the pointer. Silence: there are none. */
    readonly hold?: (locks: Locks, pointer: Position, from: Position | undefined) => Position | undefined,
  ) {}

  get state(): Path {
    return this.state$.value;
  }
  get vertices(): readonly Position[] {
    return this.state.vertices;
  }
  /** Where the pointer is, snapped but not held to anything. */
  get pointer(): Placed | undefined {
    return this.#pointer;
  }
  get missing(): number {
    return Math.max(0, MINIMUM[this.kind] - this.vertices.length);
  }
  /** A cancelled path is kept until the next one begins. */
  get canRestore(): boolean {
    return this.vertices.length === 0 && this.#cancelled.length > 0;
  }

  gesture(gesture: Gesture): boolean {
    if (this.#echo.ignores(gesture)) return false;
    if (gesture.kind === 'move') this.#hover(gesture);
    else if (gesture.kind === 'leave') this.state$.next({ ...EMPTY, vertices: this.vertices });
    else if (gesture.kind === 'down' || gesture.kind === 'drag' || gesture.kind === 'up')
      return this.#lift(gesture);
    else if (gesture.kind === 'click') this.#click(gesture);
    else if (gesture.kind === 'double') this.#double(gesture);
    else if (gesture.kind === 'context') this.complete();
    return false;
  }

  key({ key, ctrl, shift }: KeyGesture): boolean {
    const letter = key.toLowerCase();
    if (key === 'Backspace' || (ctrl && !shift && letter === 'z')) return this.takeBack();
    if (ctrl && (letter === 'y' || (shift && letter === 'z'))) return this.giveAgain();
    return false;
  }

  /** Holds the next vertex to what is typed; an empty record lets go. */
  lock(locks: Locks): void {
    this.locks$.next(locks);
    this.#placeAgain();
  }

  /** Holds the legs parallel or at right angles to an edge; undefined lets go. */
  constrain(constraint: Constraint | undefined): void {
    this.constraint$.next(constraint);
    this.#placeAgain();
  }

  /** Leads the next legs; undefined: straight. */
  follow(lead: Lead | undefined): void {
    this.lead$.value?.clear?.();
    this.lead$.value?.dispose?.();
    this.lead$.next(lead);
    this.#placeAgain();
  }

  get locked(): boolean {
    return isLocked(this.locks$.value);
  }

  /** Lets go of what was typed; false when nothing was. */
  unlock(): boolean {
    if (!this.locked) return false;
    this.lock({});
    return true;
  }

  /** Adds the vertex where the cursor is held, or at the pointer. False where there is no such place. */
  addHeld(): boolean {
    const placed = this.#locked(this.#pointer);
    if (placed) this.#give(placed);
    return placed !== undefined;
  }

  /** Adds a vertex at an exact place, as when typed. A point is finished by it. */
  add(position: Position): void {
    this.#takenBack = [];
    this.#cancelled = [];
    const between = led(this.#between({ position, snap: undefined }));
    this.locks$.next(heightOf(this.locks$.value));
    this.#set([...this.vertices, ...between, position]);
    if (this.kind === 'point') this.complete();
  }

  takeBack(): boolean {
    if (this.lead$.value?.takeBack?.()) return this.#placeAgain();
    if (this.canRestore) return this.restore();
    if (this.vertices.length === 0) return false;
    let first = this.vertices.length - 1;
    while (first > 0 && isLed(this.vertices[first - 1]!)) first--;
    this.#takenBack.push(this.vertices.slice(first));
    this.#set(this.vertices.slice(0, first));
    return true;
  }

  giveAgain(): boolean {
    const again = this.#takenBack.pop();
    if (!again) return false;
    this.#set([...this.vertices, ...again]);
    return true;
  }

  /** False when vertices are missing; the path then stays as it is. */
  complete(): boolean {
    if (this.missing > 0) return false;
    const vertices = [...this.vertices];
    this.#takenBack = [];
    this.#set([]);
    this.finished(vertices);
    return true;
  }

  cancel(): void {
    this.keepAside(this.vertices);
    this.#takenBack = [];
    this.#set([]);
  }

  /** Keeps vertices that were given up, to be taken up again by `restore`. */
  keepAside(vertices: readonly Position[]): void {
    if (vertices.length > 0) this.#cancelled = vertices;
  }

  /** Takes up the cancelled path again. */
  restore(): boolean {
    if (!this.canRestore) return false;
    const vertices = this.#cancelled;
    this.#cancelled = [];
    this.#set(vertices);
    return true;
  }

  /** A cancelled path is not offered any longer. */
  forget(): void {
    this.#cancelled = [];
  }

  #hover(gesture: Gesture): void {
    const held = this.#place(gesture);
    this.state$.next({
      vertices: this.vertices,
      cursor: held?.position,
      between: this.#between(held),
      snap: held?.snap,
      heldTo: held?.heldTo,
    });
  }

  /**
   * Where things have heights, Shift and dragging leaves the next vertex above the place that was pressed (the last vertex,
   * where it is that one): upright lines and walls. The vertices after it stay at that height, as at a typed one.
   */
  #lift(gesture: Gesture): boolean {
    if (gesture.kind === 'down') {
      if (!gesture.shift || !this.view.heightAt) return false;
      const last = this.vertices.at(-1);
      const onLast = last && this.#isOn(last, gesture);
      this.#liftedFrom = onLast ? last : this.snapping.place(gesture)?.position;
      return this.#liftedFrom !== undefined;
    }
    const lifted = this.#liftedFrom && liftedTo(this.view, this.#liftedFrom, gesture.pixel);
    if (gesture.kind === 'up') this.#liftedFrom = undefined;
    if (!lifted) return true;
    const { position } = lifted;
    if (gesture.kind === 'drag')
      this.state$.next({ ...this.state, cursor: position, between: [], snap: undefined, heldTo: undefined });
    else if (this.state.cursor?.[2] === position[2]) {
      this.#standAt(lifted.from);
      this.locks$.next({ ...this.locks$.value, z: position[2]! });
      this.add(position);
    }
    return true;
  }

  /** Vertices that have no height are on the ground: once one is above it, they are at its height. */
  #standAt(ground: number): void {
    const standing = this.vertices.map((vertex): Position => {
      if (vertex.length === 3) return vertex;
      const placed: Position = [vertex[0], vertex[1], ground];
      return isLed(vertex) ? led([placed])[0]! : placed;
    });
    this.state$.next({ ...this.state, vertices: standing });
  }

  #click(gesture: Gesture): void {
    const placed = this.#place(gesture);
    if (!placed) return;
    const [first] = this.vertices;
    const last = this.vertices.at(-1);
    if (last && distanceTo(this.view, last, gesture.pixel) <= SAME_VERTEX_DISTANCE) return;
    if (this.kind === 'ring' && first && this.missing === 0)
      if (this.#isOn(first, gesture)) {
        this.#set([...this.vertices, ...led(this.#between({ position: first, snap: undefined }))]);
        this.#completeAt(gesture.pixel);
        return;
      }
    const mark = this.lead$.value?.mark;
    if (mark && distanceTo(this.view, mark, gesture.pixel) <= SAME_VERTEX_DISTANCE) return;
    this.#give(placed);
    if (this.kind === 'point') this.#echo.follow(gesture.pixel);
  }

  /** A place of the hand: for the lead, if that still asks for one, or else the next vertex. */
  #give(placed: Placed): void {
    const taken = this.vertices.length > 0 && this.lead$.value?.take?.(placed, this.vertices);
    if (taken) this.lock(heightOf(this.locks$.value));
    else this.add(placed.position);
  }

  /** Browsers tell a double click after its clicks; a viewer may tell it alone. Both end with the vertex here. */
  #double(gesture: Gesture): void {
    if (this.vertices.length > 0) this.#click(gesture);
    // What leads the leg is given first: that is no end.
    if (this.lead$.value?.mark) return;
    const ends = this.vertices.slice(-2);
    const [before, last] = ends.map((vertex) => this.view.toPixel(vertex));
    if (!ends.some(isLed) && before && last && pixelDistance(before, last) <= DOUBLE_CLICK_DISTANCE)
      this.#set(this.vertices.slice(0, -1));
    if (this.vertices.length > 0) this.#completeAt(gesture.pixel);
  }

  #completeAt(pixel: Pixel): void {
    if (this.complete()) this.#echo.follow(pixel);
  }

  #place(gesture: Gesture): (Placed & { heldTo?: number }) | undefined {
    const last = this.vertices.at(-1);
    // What is held to a height is where the pointer is at that height.
    this.#pointer = this.snapping.place(gesture, this.locks$.value.z);
    if (this.locked || (this.constraint$.value && last)) return this.#locked(this.#pointer);
    if (!gesture.shift || !last) return this.#pointer;
    const free = this.snapping.free(gesture);
    if (!free) return undefined;
    const held = onBearing(last, free.position, 45);
    return { position: held.position, snap: undefined, heldTo: held.azimuth };
  }

  /** The pointer's place as the locks have it. Before a pointer came, the last vertex or the middle of the view is one. */
  #locked(pointer: Placed | undefined): Placed | undefined {
    const locks = this.locks$.value;
    const last = this.vertices.at(-1);
    if (!this.hold || !(isLocked(locks) || (this.constraint$.value && last))) return pointer;
    const near = pointer?.position ?? last ?? this.view.camera.center;
    const position = this.hold(locks, near, last);
    return position && { position, snap: undefined };
  }

  /** What was typed, chosen or marked has changed, and the pointer has not moved. */
  #placeAgain(): true {
    const placed = this.#locked(this.#pointer);
    const between = this.#between(placed);
    this.state$.next({
      ...this.state,
      cursor: placed?.position,
      between,
      snap: placed?.snap,
      heldTo: undefined,
    });
    return true;
  }

  #between(placed: Placed | undefined): readonly Position[] {
    const lead = this.vertices.length > 0 && placed ? this.lead$.value : undefined;
    return lead?.between(this.vertices, placed!) ?? [];
  }

  #isOn(vertex: Position, { pixel, pointer }: Gesture): boolean {
    return distanceTo(this.view, vertex, pixel) <= HANDLE_TOLERANCE[pointer];
  }

  #set(vertices: readonly Position[]): void {
    // The last vertex does not attract: close steps would stick to it.
    this.snapping.attract(this.kind === 'point' ? [] : vertices.slice(0, -1), vertices.at(-1));
    this.lead$.value?.clear?.();
    this.state$.next({ ...this.state, vertices, between: [] });
  }
}

function isLocked(locks: Locks): boolean {
  return Object.values(locks).some((value) => value !== undefined);
}

/** What stays of the locks once their vertex is set. */
function heightOf({ z }: Locks): Locks {
  return z === undefined ? {} : { z };
}
