import { reaction } from 'mobx';
import { BehaviorSubject } from 'rxjs';
import type { Edit, MapObject } from '#core/document';
import type { Mark } from '#core/history';
import { Lifetime } from '#core/kernel';
import { vertexAt, verticesOf, type Gesture, type MapView, type Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { liftedByKey, liftedTo, NUDGES, nudged, Snapping, type Placed } from '#core/sketch';
import type { KeyGesture, ToolContext, ToolSession, ToolState } from '#core/tools';
import {
  addVertex,
  dropVertex,
  moveVertices,
  oneOfEach,
  together,
  type VertexRef,
} from '../edits/vertices.ts';
import type { EditableSelection } from '../model/editable-selection.ts';
import type { VertexEditing } from '../model/vertex-editing.ts';
import { arrowsAt, arrowSketch, arrowUnder, carriedAlong, type Arrow, type Carried } from './axes.ts';
import { drawnHandles, handleAt, samePath, type Handle } from './handles.ts';

/** CSS pixels around a handle where it is taken hold of. */
const REACH = { mouse: 8, pen: 12, touch: 22 };
/** CSS pixels that make a drag of a press. */
const DRAG = 3;

type Grip =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'pressed';
      readonly handle: Handle;
      readonly at: Pixel;
      readonly arrow: Arrow | undefined;
    }
  | {
      readonly kind: 'dragging';
      readonly handle: Handle;
      readonly preview: ReturnType<MapView['preview']>;
      /** Carried along its axis alone, from where the hand took hold of it. */
      readonly arrow: Arrow | undefined;
      readonly at: Pixel;
      to: Position;
      /** Lifted: the height it began at. */
      ground?: number | undefined;
    };

/**
 * The vertices of the selected objects under the hand: press and drag moves one (a midpoint puts one in), Alt+click or
 * Delete takes one out, Tab goes through them, arrows nudge. The document changes once, at the drop.
 */
export class VertexSession implements ToolSession {
  readonly state$: BehaviorSubject<ToolState>;
  readonly #lifetime = new Lifetime();
  readonly #snapping: Snapping;
  #grip: Grip = { kind: 'idle' };
  #problem: string | undefined;
  #tooMany = false;
  #partial = false;
  /** Tab was given back to the page by Esc, until a vertex is chosen again. */
  #released = false;
  #nudges: { mark: Mark; vertex: VertexRef; steps: number } | undefined;

  constructor(
    readonly context: ToolContext,
    readonly selection: EditableSelection,
    readonly editing: VertexEditing,
    settings: Settings,
  ) {
    const { view, project } = context;
    this.state$ = new BehaviorSubject(this.#stateNow());
    this.#snapping = this.#lifetime.add(new Snapping(view, settings));
    this.#lifetime.add(() => view.show(undefined));
    this.#lifetime.add(() => view.setCursor(undefined));
    this.#lifetime.add(() => editing.activate(undefined));
    this.#lifetime.add(project.document.changes$.subscribe(() => this.#checkActive()));
    this.#lifetime.add(selection.ids$.subscribe(() => this.#checkActive()));
    this.#lifetime.add(view.camera$.subscribe(() => (this.#partial || this.#chosen()) && this.#show()));
    this.#lifetime.add(
      reaction(
        () => editing.active,
        () => this.#show(),
      ),
    );
  }

  get state(): ToolState {
    return this.state$.value;
  }

  gesture(gesture: Gesture): boolean {
    if (gesture.kind !== 'move') this.#problem = undefined;
    switch (gesture.kind) {
      case 'down':
        return this.#down(gesture);
      case 'drag':
        this.#drag(gesture);
        return true;
      case 'up':
        this.#up();
        return true;
      case 'move':
        this.context.view.setCursor(this.#arrowAt(gesture) || this.#handleAt(gesture) ? 'grab' : undefined);
        return false;
      case 'click':
        this.#click(gesture);
        return false;
      default:
        return false;
    }
  }

  key({ key, shift, ctrl }: KeyGesture): boolean {
    this.#problem = undefined;
    const { active } = this.editing;
    if (key === 'Tab') return this.#cycle(shift ? -1 : 1);
    if (!active || ctrl) return false;
    const moved = this.#nudgedBy({ key, shift });
    if (moved) return this.#nudge(active, moved.position, moved.ground);
    if (key === 'Delete' || key === 'Backspace') {
      this.#remove(active);
      return true;
    }
    return false;
  }

  /** Drops what is dragged where it is; a chosen vertex is let go. */
  complete(): void {
    if (this.#grip.kind === 'dragging') this.#up();
    else this.editing.activate(undefined);
  }

  cancel(): void {
    if (this.#grip.kind === 'dragging') this.#grip.preview.dispose();
    else this.#released = true;
    this.#rest();
    this.editing.activate(undefined);
    this.#show();
  }

  dispose(): void {
    this.cancel();
    this.#lifetime.dispose();
  }

  #down(gesture: Gesture): boolean {
    if (gesture.alt) return false;
    const taken = this.#arrowAt(gesture);
    const handle = taken?.handle ?? this.#handleAt(gesture);
    if (!handle) return false;
    this.#grip = { kind: 'pressed', handle, at: gesture.pixel, arrow: taken?.arrow };
    this.#snapping.ignore([handle.id]);
    return true;
  }

  #drag(gesture: Gesture): void {
    const grip = this.#grip;
    if (grip.kind === 'pressed') {
      if (Math.hypot(gesture.pixel[0] - grip.at[0], gesture.pixel[1] - grip.at[1]) < DRAG) return;
      const { handle, at, arrow } = grip;
      const preview = this.context.view.preview([]);
      this.#grip = { kind: 'dragging', handle, preview, at, arrow, to: handle.position };
      this.editing.activate(undefined);
      this.context.view.setCursor('grabbing');
    }
    if (this.#grip.kind !== 'dragging') return;
    const { handle, preview, arrow, at } = this.#grip;
    const placed = arrow
      ? { ...carriedAlong(this.context.view, arrow, at, gesture.pixel), snap: undefined }
      : this.#placeOf(gesture, handle);
    if (!placed) return;
    this.#grip.to = placed.position;
    this.#grip.ground = placed.ground;
    preview.update(this.#after(this.#editTo(handle, placed.position, placed.ground)));
    this.context.view.show({
      shapes: [],
      handles: [{ position: placed.position, role: 'active' }],
      snap: placed.snap,
    });
    this.#tell();
  }

  /** Shift moves a vertex along its vertical, where things have heights; else it is carried at the height it has. */
  #placeOf(gesture: Gesture, { position: from, role }: Handle): (Placed & { ground?: number }) | undefined {
    const lifted =
      gesture.shift && role === 'vertex' ? liftedTo(this.context.view, from, gesture.pixel) : undefined;
    if (!lifted) return this.#snapping.place(gesture, from[2]);
    return { position: lifted.position, snap: undefined, ground: lifted.from };
  }

  #up(): void {
    const grip = this.#grip;
    if (grip.kind === 'idle') return;
    const { handle } = grip;
    if (grip.kind === 'dragging') {
      this.#perform(handle, grip.to, grip.ground);
      grip.preview.dispose();
    } else if (handle.role === 'midpoint') this.#perform(handle, handle.position);
    this.#rest();
    this.#released = false;
    this.editing.activate({ id: handle.id, path: this.#firstOfRing(handle) });
    this.#show();
  }

  #click(gesture: Gesture): void {
    const handle = this.#handleAt(gesture);
    if (handle && gesture.alt) {
      if (handle.role === 'vertex') this.#remove(handle);
      return;
    }
    // The press has chosen it already; a keyboard's click comes without one.
    if (handle) {
      if (this.editing.active?.id === handle.id && handle.role === 'vertex')
        if (samePath(this.editing.active.path, this.#firstOfRing(handle))) return;
      if (handle.role === 'midpoint') this.#perform(handle, handle.position);
      this.editing.activate({ id: handle.id, path: this.#firstOfRing(handle) });
      return;
    }
    this.editing.activate(undefined);
    const refusal = this.selection.choose(
      this.context.view.pick(gesture.pixel).map((hit) => hit.object),
      gesture.shift,
    );
    if (refusal) this.#refuse(refusal);
  }

  #handleAt(gesture: Gesture): Handle | undefined {
    const { view, project } = this.context;
    return handleAt(
      view,
      project.document,
      new Set(this.selection.editableIds),
      gesture.pixel,
      REACH[gesture.pointer],
    );
  }

  /** The arrow under the pointer, of the vertex that is chosen. */
  #arrowAt({ pixel, pointer }: Gesture): { arrow: Arrow; handle: Handle } | undefined {
    const chosen = this.#chosen();
    const arrow = chosen && arrowUnder(arrowsAt(this.context.view, chosen.position), pixel, REACH[pointer]);
    return arrow && { arrow, handle: chosen };
  }

  #chosen(): Handle | undefined {
    const { active } = this.editing;
    const object = active && this.context.project.document.get(active.id);
    return object && { ...active, role: 'vertex', position: vertexAt(object.location, active.path) };
  }

  #editTo(handle: Handle, to: Position, ground?: number): Edit {
    const { document } = this.context.project;
    if (handle.role === 'midpoint')
      return together(this.editing.alongEdge(handle, document).map((vertex) => addVertex(vertex, to)));
    return moveVertices(this.editing.along(handle, document), to, ground);
  }

  #after(edit: Edit): MapObject[] {
    return edit(this.context.project.document).flatMap(({ after }) => after ?? []);
  }

  #perform(handle: Handle, to: Position, ground?: number): void {
    const added = handle.role === 'midpoint';
    this.context.project.history.perform(this.#editTo(handle, to, ground), {
      label: added ? 'modify-2d:step.add-vertex' : 'modify-2d:step.move-vertex',
      code: added ? 'add-vertex' : 'move-vertex',
    });
  }

  #remove(vertex: VertexRef): void {
    const { document, history } = this.context.project;
    const all = oneOfEach(this.editing.along(vertex, document));
    const removed = history.perform(together(all.map(dropVertex)), {
      label: 'modify-2d:step.remove-vertex',
      code: 'remove-vertex',
    });
    if (!removed) this.#refuse('modify-2d:problem.too-few');
    else this.editing.activate(undefined);
  }

  /** Where a key moves the vertex that is chosen. */
  #nudgedBy({ key, shift }: Pick<KeyGesture, 'key' | 'shift'>): Carried | undefined {
    const chosen = this.#chosen();
    if (!chosen) return undefined;
    const { view } = this.context;
    const lifted = liftedByKey(view, chosen.position, { key, shift });
    if (lifted) return { position: lifted.position, ground: lifted.from };
    const [right, down] = NUDGES[key] ?? [0, 0];
    const by = shift ? 10 : 1;
    const to = right || down ? nudged(view, chosen.position, [right * by, down * by]) : undefined;
    return to && { position: to, ground: undefined };
  }

  /** Presses in a row are one step. */
  #nudge(vertex: VertexRef, to: Position, ground: number | undefined): true {
    const { document, history } = this.context.project;
    const going =
      this.#nudges && this.#nudges.vertex === vertex && this.#nudges.steps === history.state.done.length
        ? this.#nudges.mark
        : history.mark();
    const label = { label: 'modify-2d:step.move-vertex', code: 'move-vertex' };
    history.perform(moveVertices(this.editing.along(vertex, document), to, ground), label);
    history.merge(going, label);
    this.#nudges = { mark: going, vertex, steps: history.state.done.length };
    return true;
  }

  #cycle(by: 1 | -1): boolean {
    if (this.#released) return false;
    const all = this.#objects().flatMap(({ id, location }) =>
      [...verticesOf(location)].map(({ path }) => ({ id, path })),
    );
    const { active } = this.editing;
    const at = active
      ? all.findIndex(({ id, path }) => id === active.id && samePath(path, active.path))
      : by > 0
        ? -1
        : all.length;
    const next = all[at + by];
    this.editing.activate(next);
    if (next) return true;
    this.#released = all.length > 0;
    return false;
  }

  #objects(): MapObject[] {
    const { document } = this.context.project;
    return this.selection.editableIds.flatMap((id) => document.get(id) ?? []);
  }

  /** A ring's closing vertex is its first. */
  #firstOfRing({ id, path }: VertexRef): VertexRef['path'] {
    const location = this.context.project.document.get(id)?.location;
    if (!location || (location.type !== 'Polygon' && location.type !== 'MultiPolygon')) return path;
    const [first, here] = [vertexAt(location, path.with(-1, 0)), vertexAt(location, path)];
    return first === here || (first[0] === here[0] && first[1] === here[1]) ? path.with(-1, 0) : path;
  }

  /** A vertex that is no longer there cannot stay chosen. */
  #checkActive(): void {
    const { active } = this.editing;
    if (active) {
      const object = this.#objects().find(({ id }) => id === active.id);
      const there =
        object && [...verticesOf(object.location)].some(({ path }) => samePath(path, active.path));
      if (!there) this.editing.activate(undefined);
    }
    this.#show();
  }

  #refuse(problem: string): void {
    this.#problem = problem;
    this.#tell();
  }

  #rest(): void {
    this.#grip = { kind: 'idle' };
    this.#snapping.ignore([]);
    this.context.view.setCursor(undefined);
  }

  #show(): void {
    if (this.#grip.kind === 'dragging') return;
    const { handles, tooMany, partial } = drawnHandles(
      this.#objects(),
      this.context.view,
      this.editing.active,
    );
    this.#tooMany = tooMany;
    this.#partial = partial;
    const chosen = this.#chosen();
    const arrows = chosen
      ? arrowSketch(arrowsAt(this.context.view, chosen.position), chosen.position)
      : undefined;
    this.context.view.show({ shapes: [], ...arrows, handles });
    this.#tell();
  }

  #tell(): void {
    this.state$.next(this.#stateNow());
  }

  #stateNow(): ToolState {
    const dragging = this.#grip.kind === 'dragging';
    const idle = this.#tooMany ? 'modify-2d:hint.vertices.many' : 'modify-2d:hint.vertices.start';
    const hint = dragging
      ? 'modify-2d:hint.vertices.dragging'
      : this.editing.active
        ? `modify-2d:hint.vertices.${this.context.view.heightAt ? 'arrows' : 'active'}`
        : this.selection.editableIds.length > 0
          ? idle
          : 'modify-2d:hint.vertices.select';
    return {
      hint: this.#problem ?? hint,
      canComplete: false,
      busy: dragging || this.editing.active !== undefined,
    };
  }
}
