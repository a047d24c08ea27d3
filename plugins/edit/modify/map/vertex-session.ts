import { reaction } from 'mobx';
import { BehaviorSubject } from 'rxjs';
import type { MapObject } from '#core/document';
import type { I18n } from '#core/i18n';
import { Lifetime } from '#core/kernel';
import { verticesOf, type Gesture, type MapView, type Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { liftedTo, movedByKey, Snapping, TabWalk, type Placed } from '#core/sketch';
import type { KeyGesture, ToolContext, ToolSession, ToolState } from '#core/tools';
import type { VertexRef } from '../edits/vertices.ts';
import type { EditableSelection } from '../model/editable-selection.ts';
import type { VertexEditing } from '../model/vertex-editing.ts';
import { arrowsAt, arrowSketch, carriedAlong, type Arrow } from './axes.ts';
import { drawnHandles, firstOfRing, samePath, type Handle } from './handles.ts';
import { legLabels } from './legs.ts';
import { VertexAim } from './vertex-aim.ts';
import { VertexSteps } from './vertex-steps.ts';

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
  readonly #aim: VertexAim;
  readonly #steps: VertexSteps;
  readonly #walk: TabWalk<VertexRef>;
  #grip: Grip = { kind: 'idle' };
  #problem: string | undefined;
  #tooMany = false;
  #partial = false;

  constructor(
    readonly context: ToolContext,
    readonly selection: EditableSelection,
    readonly editing: VertexEditing,
    readonly settings: Settings,
    readonly i18n: I18n,
  ) {
    const { view, project } = context;
    this.#aim = new VertexAim(context, selection, editing);
    this.#steps = new VertexSteps(project, editing);
    this.#walk = new TabWalk<VertexRef>(
      () =>
        this.#objects().flatMap(({ id, location }) =>
          [...verticesOf(location)].map(({ path }) => ({ id, path })),
        ),
      ({ id, path }) => id === editing.active?.id && samePath(path, editing.active.path),
      (to) => editing.activate(to),
    );
    this.state$ = new BehaviorSubject(this.#stateNow());
    this.#snapping = this.#lifetime.add(new Snapping(view, settings));
    this.#lifetime.add(() => view.show(undefined));
    this.#lifetime.add(() => view.setCursor(undefined));
    this.#lifetime.add(() => editing.activate(undefined));
    this.#lifetime.add(project.document.changes$.subscribe(() => this.#checkActive()));
    this.#lifetime.add(selection.ids$.subscribe(() => this.#checkActive()));
    this.#lifetime.add(view.camera$.subscribe(() => (this.#partial || this.#aim.chosen) && this.#show()));
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
        this.context.view.setCursor(
          this.#aim.arrowAt(gesture) || this.#aim.handleAt(gesture) ? 'grab' : undefined,
        );
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
    if (key === 'Tab') return this.#walk.step(shift ? -1 : 1);
    if (!active || ctrl) return false;
    const { chosen } = this.#aim;
    const moved = chosen && movedByKey(this.context.view, chosen.position, { key, shift });
    if (moved) this.#steps.nudge(active, moved.position, moved.ground);
    if (moved) return true;
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
    else this.#walk.leave();
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
    const taken = this.#aim.arrowAt(gesture);
    const handle = taken?.handle ?? this.#aim.handleAt(gesture);
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
    const after = this.#steps.foresee(handle, placed.position, placed.ground);
    preview.update(after);
    const own = after.find(({ id }) => id === handle.id);
    this.context.view.show({
      shapes: [],
      handles: [{ position: placed.position, role: 'active' }],
      labels: own && legLabels(own.location, handle.path, this.settings, this.i18n),
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
      this.#steps.put(handle, grip.to, grip.ground);
      grip.preview.dispose();
    } else if (handle.role === 'midpoint') this.#steps.put(handle, handle.position);
    this.#rest();
    this.#walk.enter();
    this.#choose(handle);
    this.#show();
  }

  #click(gesture: Gesture): void {
    const handle = this.#aim.handleAt(gesture);
    if (handle && gesture.alt) {
      if (handle.role === 'vertex') this.#remove(handle);
      return;
    }
    // The press has chosen it already; a keyboard's click comes without one.
    if (handle) {
      if (handle.role === 'midpoint') this.#steps.put(handle, handle.position);
      this.#choose(handle);
      return;
    }
    this.editing.activate(undefined);
    const refusal = this.selection.choose(
      this.context.view.pick(gesture.pixel).map((hit) => hit.object),
      gesture.shift,
    );
    if (refusal) this.#refuse(refusal);
  }

  #remove(vertex: VertexRef): void {
    if (!this.editing.remove(vertex, this.context.project)) this.#refuse('modify:problem.too-few');
  }

  #objects(): MapObject[] {
    const { document } = this.context.project;
    return this.selection.editableIds.flatMap((id) => document.get(id) ?? []);
  }

  #choose({ id, path }: VertexRef): void {
    const location = this.context.project.document.get(id)?.location;
    const first = location ? firstOfRing(location, path) : path;
    const { active } = this.editing;
    if (active?.id !== id || !samePath(active.path, first)) this.editing.activate({ id, path: first });
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
    const chosen = this.#aim.chosen;
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
    const idle = this.#tooMany ? 'modify:hint.vertices.many' : 'modify:hint.vertices.start';
    const hint = dragging
      ? 'modify:hint.vertices.dragging'
      : this.editing.active
        ? `modify:hint.vertices.${this.context.view.heightAt ? 'arrows' : 'active'}`
        : this.selection.editableIds.length > 0
          ? idle
          : 'modify:hint.vertices.select';
    return {
      hint: this.#problem ?? hint,
      canComplete: false,
      busy: dragging || this.editing.active !== undefined,
    };
  }
}
