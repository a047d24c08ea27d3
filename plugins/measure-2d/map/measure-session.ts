import { Lifetime } from '#core/kernel';
import { between, type Gesture, type MapView, type Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import { CaptureSession, NUDGES, nudged, type CaptureRequest } from '#core/sketch';
import type { KeyGesture, ToolSession, ToolState } from '#core/tools';
import { reaction } from 'mobx';
import { map, type Observable } from 'rxjs';
import { KINDS, type MeasureKind } from '../model/kinds.ts';
import type { Measure, Measures, MeasureVertex } from '../model/measures.ts';

/** CSS pixels around a vertex of a measure where it is taken hold of. */
const REACH = { mouse: 8, pen: 12, touch: 22 };

/** CSS pixels around the place where a measure was finished by its last click: the rest of a double click. */
const SAME_CLICK = 8;

/** What makes a kind of measure besides its vertices. */
export interface Manner {
  readonly kind: MeasureKind;
  /** Takes a click that is not meant for a vertex. */
  readonly claims?: (gesture: Gesture) => boolean;
  /** Live values of the path with the pointer at its end, where they are not those of any path. */
  readonly readout: (vertices: readonly Position[]) => ToolState['readout'];
}

interface Held extends MeasureVertex {
  /** The measure when it was taken hold of: what Esc goes back to. */
  readonly before: Measure;
}

/**
 * Measures by capturing paths, and takes the measures that are there by their vertices: press and drag moves one (or
 * the middle of a leg, which puts one in), Alt+click takes one out, Tab goes through them, arrows nudge, Delete removes.
 */
export class MeasureSession implements ToolSession {
  readonly capture: CaptureSession;
  readonly state$: Observable<ToolState>;
  readonly #manner: Manner;
  readonly #measures: Measures;
  readonly #view: MapView;
  readonly #lifetime = new Lifetime();
  #held: Held | undefined;
  #released = false;
  #finishedAt: Pixel | undefined;

  constructor(request: CaptureRequest, manner: Manner, measures: Measures, ended: () => void) {
    this.#manner = manner;
    this.#measures = measures;
    this.#view = request.context.view;
    this.capture = new CaptureSession({
      ...request,
      alsoBusy: () =>
        this.#held !== undefined || measures.active !== undefined || measures.line !== undefined,
    });
    this.state$ = this.capture.state$.pipe(map((state) => this.#stateOf(state)));
    this.#lifetime.add(ended);
    measures.setEditable(true);
    this.#lifetime.add(() => measures.setEditable(false));
    this.#lifetime.add(() => measures.chooseLine(undefined));
    this.#lifetime.add(this.capture);
    // Typed vertices come without a gesture; the path has told everyone of them by then.
    this.#lifetime.add(this.capture.path.state$.subscribe(() => queueMicrotask(() => this.#settle())));
    this.#lifetime.add(
      reaction(
        () => [measures.active, measures.basis, measures.line, measures.plane],
        () => this.capture.refresh(),
      ),
    );
  }

  get state(): ToolState {
    return this.#stateOf(this.capture.state);
  }

  gesture(gesture: Gesture): boolean {
    if (this.#held) return this.#carry(gesture);
    if (this.#echoes(gesture)) return false;
    const free = this.#idle;
    if (free && (gesture.kind === 'down' || gesture.kind === 'click')) {
      const vertex = this.#vertexAt(gesture);
      if (vertex && gesture.kind === 'down' && !gesture.alt) return this.#take(vertex);
      if (vertex && gesture.kind === 'click') {
        if (gesture.alt) this.#drop(vertex);
        else this.#choose(vertex);
        return false;
      }
      if (gesture.kind === 'click') this.#measures.activate(undefined);
    }
    if (gesture.kind === 'move') this.#view.setCursor(free && this.#vertexAt(gesture) ? 'grab' : 'crosshair');
    if (gesture.kind === 'click' && this.#manner.claims?.(gesture)) return false;
    const answer = this.capture.gesture(gesture);
    if (this.#settle() && gesture.kind === 'click') this.#finishedAt = gesture.pixel;
    return answer;
  }

  handOver(): readonly Position[] | undefined {
    return this.capture.handOver();
  }

  takeOver(vertices: readonly Position[]): void {
    this.capture.takeOver(vertices);
  }

  key(key: KeyGesture): boolean {
    if (!this.#idle) return this.capture.key(key);
    if (key.key === 'Tab') return this.#cycle(key.shift ? -1 : 1);
    const { active } = this.#measures;
    if (active && !key.ctrl) {
      const nudge = NUDGES[key.key];
      if (nudge) return this.#nudge(active, nudge, key.shift ? 10 : 1);
      if (key.key === 'Delete' || key.key === 'Backspace') {
        this.#drop({ ...active, role: 'vertex' });
        return true;
      }
    }
    return this.capture.key(key);
  }

  cancel(): void {
    if (this.#held) this.#measures.reshape(this.#held.id, this.#held.before.vertices);
    else if (this.#measures.active) this.#released = true;
    else if (this.#idle) this.#measures.chooseLine(undefined);
    this.#held = undefined;
    this.#measures.activate(undefined);
    this.capture.cancel();
  }

  complete(): void {
    if (this.#held) this.#release();
    else if (this.#idle && this.#measures.active) this.#measures.activate(undefined);
    else this.capture.complete();
  }

  dispose(): void {
    this.cancel();
    this.#lifetime.dispose();
  }

  /** Finishes with the last vertex there can be; one that is refused is taken back. */
  #settle(): boolean {
    const { path } = this.capture;
    const { most } = KINDS[this.#manner.kind];
    if (path.vertices.length < most) return false;
    this.capture.complete();
    if (path.vertices.length >= most) path.takeBack();
    return true;
  }

  /** The rest of a double click takes nothing: neither the next first vertex nor the one just put. */
  #echoes({ kind, pixel }: Gesture): boolean {
    const at = this.#finishedAt;
    if (!at || (kind !== 'click' && kind !== 'double' && kind !== 'move')) return false;
    const near = Math.hypot(at[0] - pixel[0], at[1] - pixel[1]) <= SAME_CLICK;
    if (!near) this.#finishedAt = undefined;
    if (!near || kind === 'move') return false;
    this.#measures.activate(undefined);
    return true;
  }

  #stateOf(state: ToolState): ToolState {
    const { vertices, cursor } = this.capture.path.state;
    const { kind, readout } = this.#manner;
    const all = cursor ? [...vertices, cursor] : vertices;
    return {
      ...state,
      readout: readout(all) ?? state.readout ?? [],
      canComplete: state.canComplete && vertices.length >= KINDS[kind].fewest,
    };
  }

  #take(vertex: Grabbed): boolean {
    const before = this.#measureOf(vertex.id)!;
    if (vertex.role === 'midpoint')
      this.#measures.reshape(vertex.id, before.vertices.toSpliced(vertex.index, 0, vertex.position));
    this.#held = { id: vertex.id, index: vertex.index, before };
    this.#choose({ ...vertex, role: 'vertex' });
    this.#view.setCursor('grabbing');
    return true;
  }

  #carry(gesture: Gesture): boolean {
    const held = this.#held!;
    if (gesture.kind === 'up') {
      this.#release();
      return true;
    }
    const placed = gesture.kind === 'drag' ? this.capture.path.snapping.place(gesture) : undefined;
    const measure = this.#measureOf(held.id);
    if (placed && measure)
      this.#measures.reshape(held.id, measure.vertices.with(held.index, placed.position));
    return true;
  }

  #release(): void {
    this.#held = undefined;
    this.#view.setCursor('crosshair');
    this.capture.refresh();
  }

  /** No path is under way. */
  get #idle(): boolean {
    return this.capture.path.vertices.length === 0;
  }

  #choose({ id, index, role, position }: Grabbed): void {
    const measure = this.#measureOf(id);
    if (role === 'midpoint' && measure)
      this.#measures.reshape(id, measure.vertices.toSpliced(index, 0, position));
    this.#released = false;
    this.#measures.activate({ id, index });
  }

  #drop({ id, index, role }: MeasureVertex & { role: Grabbed['role'] }): void {
    const measure = this.#measureOf(id);
    if (!measure || role === 'midpoint') return;
    if (measure.vertices.length <= KINDS[measure.kind].fewest) {
      this.capture.tell('measure-2d:problem.too-few');
      return;
    }
    this.#measures.reshape(id, measure.vertices.toSpliced(index, 1));
    this.#measures.activate(undefined);
  }

  #nudge({ id, index }: MeasureVertex, [x, y]: Pixel, by: number): boolean {
    const measure = this.#measureOf(id);
    const to = measure && nudged(this.#view, measure.vertices[index]!, [x * by, y * by]);
    if (to) this.#measures.reshape(id, measure.vertices.with(index, to));
    return to !== undefined;
  }

  /** Past the last one Tab goes on to the rest of the page. */
  #cycle(by: 1 | -1): boolean {
    if (this.#released) return false;
    const all = this.#measures.list.flatMap(({ id, vertices }) =>
      vertices.map((_, index) => ({ id, index })),
    );
    const { active } = this.#measures;
    const none = by > 0 ? -1 : all.length;
    const at = active ? all.findIndex(({ id, index }) => id === active.id && index === active.index) : none;
    const next = all[at + by];
    this.#measures.activate(next);
    if (next) return true;
    this.#released = all.length > 0;
    return false;
  }

  #vertexAt({ pixel, pointer }: Gesture): Grabbed | undefined {
    let best: Grabbed | undefined;
    let nearest = REACH[pointer];
    for (const { id, position, index, role } of this.#handles()) {
      const at = this.#view.toPixel(position);
      const distance = at ? Math.hypot(at[0] - pixel[0], at[1] - pixel[1]) : Infinity;
      if (distance > nearest || (role === 'midpoint' && best?.role === 'vertex')) continue;
      nearest = distance;
      best = { id, index, role, position };
    }
    return best;
  }

  /** All vertices, then all middles of legs. */
  *#handles(): Generator<Grabbed> {
    for (const { id, vertices } of this.#measures.list)
      for (const [index, position] of vertices.entries()) yield { id, index, position, role: 'vertex' };
    for (const { id, vertices, kind } of this.#measures.list) {
      if (KINDS[kind].most < Infinity) continue;
      const legs = kind === 'area' ? vertices.length : vertices.length - 1;
      for (let i = 0; i < legs; i++) {
        const position = between(vertices[i]!, vertices[(i + 1) % vertices.length]!, 0.5);
        yield { id, index: i + 1, position, role: 'midpoint' };
      }
    }
  }

  #measureOf(id: string): Measure | undefined {
    return this.#measures.list.find((measure) => measure.id === id);
  }
}

interface Grabbed extends MeasureVertex {
  /** Of a midpoint `index` is where its vertex would come. */
  readonly role: 'vertex' | 'midpoint';
  readonly position: Position;
}
