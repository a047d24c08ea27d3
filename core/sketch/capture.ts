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
import type { SnappedPosition, Snapping } from './snapping.ts';

export type PathKind = 'point' | 'line' | 'ring';

/** Minimum number of vertices; a ring is open here, its first vertex is not repeated. */
export const MINIMUM: Readonly<Record<PathKind, number>> = { point: 1, line: 2, ring: 3 };

/** A path that is being captured. */
export interface CapturedPath {
  readonly vertices: readonly Position[];
  /** Where the next vertex would be added. */
  readonly cursor: Position | undefined;
  /** Vertices that would be added before it, where the leg follows a lead instead of a straight line. */
  readonly between: readonly Position[];
  readonly snap: Snap | undefined;
  /** The azimuth to which the cursor is constrained, degrees clockwise from north; undefined when free. */
  readonly heldTo: number | undefined;
}

const EMPTY: CapturedPath = {
  vertices: [],
  cursor: undefined,
  between: [],
  snap: undefined,
  heldTo: undefined,
};

/**
 * Captures a path on a viewer, vertex by vertex; used by every tool that draws or measures. A click adds a vertex; a
 * double click or the right button finishes; a click on the first vertex closes a ring; Shift constrains to steps of
 * 45°; Backspace and Ctrl+Z undo a vertex, Ctrl+Y redoes it. `finished` receives the vertices; the path is then empty
 * again.
 */
export class PathCapture {
  readonly state$ = new BehaviorSubject<CapturedPath>(EMPTY);
  /** Values typed for the next vertex. A height also applies to the vertices after it. */
  readonly locks$ = new BehaviorSubject<Locks>({});
  /** The edge to which the legs are parallel or perpendicular, until it is released. */
  readonly constraint$ = new BehaviorSubject<Constraint | undefined>(undefined);
  /** The course of the next legs where they are not straight. */
  readonly lead$ = new BehaviorSubject<Lead | undefined>(undefined);
  #pointer: SnappedPosition | undefined;
  /** Steps that were undone: each has the vertices added by one click. */
  #takenBack: (readonly Position[])[] = [];
  #cancelled: readonly Position[] = [];
  /** Follows the click or double click that finished the last path. */
  readonly #echo = new ClickEcho();
  /** The foot of the vertical along which the next vertex is dragged. */
  #liftedFrom: Position | undefined;

  constructor(
    readonly view: MapView,
    readonly snapping: Snapping,
    readonly kind: PathKind,
    readonly finished: (vertices: Position[]) => void,
    /** Returns the position nearest to the pointer that satisfies the locks. Default: no locks. */
    readonly hold?: (locks: Locks, pointer: Position, from: Position | undefined) => Position | undefined,
  ) {}

  get state(): CapturedPath {
    return this.state$.value;
  }
  get vertices(): readonly Position[] {
    return this.state.vertices;
  }
  /** Where the pointer is, snapped but without constraints. */
  get pointer(): SnappedPosition | undefined {
    return this.#pointer;
  }
  get missing(): number {
    return Math.max(0, MINIMUM[this.kind] - this.vertices.length);
  }
  /** A cancelled path can be restored until the next one begins. */
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

  /** Constrains the next vertex to typed values; an empty record removes them. */
  lock(locks: Locks): void {
    this.locks$.next(locks);
    this.#placeAgain();
  }

  /** Constrains the legs to be parallel or perpendicular to an edge; undefined removes the constraint. */
  constrain(constraint: Constraint | undefined): void {
    this.constraint$.next(constraint);
    this.#placeAgain();
  }

  /** Sets the lead of the next legs; undefined: straight. */
  follow(lead: Lead | undefined): void {
    this.lead$.value?.clear?.();
    this.lead$.value?.dispose?.();
    this.lead$.next(lead);
    this.#placeAgain();
  }

  get locked(): boolean {
    return isLocked(this.locks$.value);
  }

  /** Removes the typed values. Returns false if there were none. */
  unlock(): boolean {
    if (!this.locked) return false;
    this.lock({});
    return true;
  }

  /** Adds the vertex at the constrained cursor, or at the pointer. Returns false where there is no such position. */
  addHeld(): boolean {
    const placed = this.#locked(this.#pointer);
    if (placed) this.#give(placed);
    return placed !== undefined;
  }

  /** Adds a vertex at an exact position, for example a typed one. This finishes a point. */
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

  /** Returns false when vertices are missing; the path then stays as it is. */
  complete(): boolean {
    if (this.missing > 0) return false;
    const vertices = [...this.vertices];
    this.#takenBack = [];
    // The pointer may be elsewhere by now, in a dialog: nothing of the path stays on the map.
    this.#set([], { cursor: undefined, snap: undefined, heldTo: undefined });
    this.finished(vertices);
    return true;
  }

  cancel(): void {
    this.keepAside(this.vertices);
    this.#takenBack = [];
    this.#set([]);
  }

  /** Stores discarded vertices for `restore`. */
  keepAside(vertices: readonly Position[]): void {
    if (vertices.length > 0) this.#cancelled = vertices;
  }

  /** Restores the cancelled path. */
  restore(): boolean {
    if (!this.canRestore) return false;
    const vertices = this.#cancelled;
    this.#cancelled = [];
    this.#set(vertices);
    return true;
  }

  /** Discards the cancelled path, so that it cannot be restored. */
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
   * Where objects have heights, dragging with Shift adds the next vertex above the pressed position (or above the
   * last vertex, if that was pressed), for vertical lines and walls. Later vertices stay at that height, as at a
   * typed one.
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

  /**
   * Vertices without a height are on the ground. Once one vertex is above the ground, they get the height of the
   * ground.
   */
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

  /** Passes a position to the lead if it still needs one, or else adds it as the next vertex. */
  #give(placed: SnappedPosition): void {
    const taken = this.vertices.length > 0 && this.lead$.value?.take?.(placed, this.vertices);
    if (taken) this.lock(heightOf(this.locks$.value));
    else this.add(placed.position);
  }

  /**
   * Browsers emit a double click after its two clicks; a viewer may emit it alone. Both end with a vertex at this
   * position.
   */
  #double(gesture: Gesture): void {
    if (this.vertices.length > 0) this.#click(gesture);
    // This click gave the lead its position; it does not finish the path.
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

  #place(gesture: Gesture): (SnappedPosition & { heldTo?: number }) | undefined {
    const last = this.vertices.at(-1);
    // With a locked height, the position is where the pointer is at that height.
    this.#pointer = this.snapping.place(gesture, this.locks$.value.z);
    if (this.locked || (this.constraint$.value && last)) return this.#locked(this.#pointer);
    if (!gesture.shift || !last) return this.#pointer;
    const free = this.snapping.free(gesture);
    if (!free) return undefined;
    const held = onBearing(last, free.position, 45);
    return { position: held.position, snap: undefined, heldTo: held.azimuth };
  }

  /**
   * The pointer's position after the locks. Before the first pointer event, the last vertex or the middle of the view
   * is used.
   */
  #locked(pointer: SnappedPosition | undefined): SnappedPosition | undefined {
    const locks = this.locks$.value;
    const last = this.vertices.at(-1);
    if (!this.hold || !(isLocked(locks) || (this.constraint$.value && last))) return pointer;
    const near = pointer?.position ?? last ?? this.view.camera.center;
    const position = this.hold(locks, near, last);
    return position && { position, snap: undefined };
  }

  /** Updates the position when typed values, constraint or lead have changed and the pointer has not moved. */
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

  #between(placed: SnappedPosition | undefined): readonly Position[] {
    const lead = this.vertices.length > 0 && placed ? this.lead$.value : undefined;
    return lead?.between(this.vertices, placed!) ?? [];
  }

  #isOn(vertex: Position, { pixel, pointer }: Gesture): boolean {
    return distanceTo(this.view, vertex, pixel) <= HANDLE_TOLERANCE[pointer];
  }

  #set(vertices: readonly Position[], change: Partial<CapturedPath> = {}): void {
    // The last vertex does not attract: short legs would be impossible near it.
    this.snapping.attract(this.kind === 'point' ? [] : vertices.slice(0, -1), vertices.at(-1));
    this.lead$.value?.clear?.();
    this.state$.next({ ...this.state, ...change, vertices, between: [] });
  }
}

function isLocked(locks: Locks): boolean {
  return Object.values(locks).some((value) => value !== undefined);
}

/** Returns the locks that remain after their vertex is added. */
function heightOf({ z }: Locks): Locks {
  return z === undefined ? {} : { z };
}
