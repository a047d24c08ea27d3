import type { I18n } from '#core/i18n';
import { HANDLE_TOLERANCE, pixelDistance, verticesOf, type Gesture, type Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { liftedTo, movedByKey, Snapping, TabWalk, type SnappedPosition } from '#core/sketch';
import { BaseToolSession, type KeyGesture, type StateOfTool, type ToolContext } from '#core/tools';
import type { EditTargets } from '#plugins/work/selection/api';
import type { VertexRef } from '../edits/vertices.ts';
import { removeVertex } from '../model/remove-vertex.ts';
import type { VertexEditing } from '../model/vertex-editing.ts';
import { arrowsAt, arrowSketch, movedAlong, type Arrow } from './axes.ts';
import { drawnHandles, firstOfRing, samePath, type EditHandle } from './handles.ts';
import { legLabels } from './legs.ts';
import { VertexAim } from './vertex-aim.ts';
import { VertexSteps } from './vertex-steps.ts';

type VertexDragState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'pressed';
      readonly handle: EditHandle;
      readonly at: Pixel;
      readonly arrow: Arrow | undefined;
    }
  | {
      readonly kind: 'dragging';
      readonly handle: EditHandle;
      /** Set while dragged along one axis only. */
      readonly arrow: Arrow | undefined;
      readonly at: Pixel;
      to: Position;
      /** Height of the ground at the start, if the vertex is moved vertically. */
      ground?: number | undefined;
      /** Dropped where the outline would cross itself: it waits there, to be dragged on or put back. */
      isHeld?: boolean;
    };

/**
 * Edits vertices of the selected objects: drag to move one (a midpoint inserts one), Alt+click or Delete to remove
 * one, Tab to go through them, arrow keys to nudge. The document changes once, when dropped.
 */
export class VertexSession extends BaseToolSession {
  readonly #snapping: Snapping;
  readonly #aim: VertexAim;
  readonly #steps: VertexSteps;
  readonly #walk: TabWalk<VertexRef>;
  #grip: VertexDragState = { kind: 'idle' };
  #tooMany = false;
  #partial = false;

  constructor(
    context: ToolContext,
    readonly targets: EditTargets,
    readonly editing: VertexEditing,
    readonly settings: Settings,
    readonly i18n: I18n,
  ) {
    super(context);
    const { view, project } = this;
    this.#aim = new VertexAim(context, targets, editing);
    this.#steps = new VertexSteps(project, editing);
    this.#walk = new TabWalk<VertexRef>(
      () =>
        targets.objects.flatMap(({ id, location }) =>
          [...verticesOf(location)].map(({ path }) => ({ id, path })),
        ),
      ({ id, path }) => id === editing.active?.id && samePath(path, editing.active.path),
      (to) => editing.activate(to),
    );
    this.#snapping = this.lifetime.add(new Snapping(view, settings));
    this.follow(() => this.#checkActive(), project.document.changes$, targets.selection.ids$);
    this.follow(() => (this.#partial || this.#aim.chosen) && this.#show(), view.camera$);
    this.react(
      () => this.#show(),
      () => editing.active,
    );
    this.lifetime.add(() => this.cancel());
  }

  override key({ key, shift, ctrl }: KeyGesture): boolean {
    this.clearProblem();
    const { active } = this.editing;
    if (key === 'Tab') return this.#walk.step(shift ? -1 : 1);
    if (!active || ctrl) return false;
    const { chosen } = this.#aim;
    const moved = chosen && movedByKey(this.view, chosen.position, { key, shift });
    if (moved && !this.#steps.nudge(active, moved.position, moved.ground))
      this.refuse('modify:problem.crosses.typed');
    if (moved) return true;
    if (key === 'Delete' || key === 'Backspace') {
      this.#remove(active);
      return true;
    }
    return false;
  }

  /** Drops the dragged vertex at its current position, or deactivates the active one. */
  override complete(): void {
    if (this.#grip.kind === 'dragging') this.onUp();
    else this.editing.activate(undefined);
  }

  override cancel(): void {
    if (this.#grip.kind !== 'dragging') this.#walk.leave();
    this.#reset();
    this.editing.activate(undefined);
    this.#show();
  }

  get #isHeld(): boolean {
    return this.#grip.kind === 'dragging' && this.#grip.isHeld === true;
  }

  /** Goes on with the vertex that waits, if it is under the pointer. */
  #takeHeld({ pixel, pointer }: Gesture): boolean {
    const grip = this.#grip;
    const at = grip.kind === 'dragging' ? this.view.toPixel(grip.to) : undefined;
    if (grip.kind !== 'dragging' || !at || pixelDistance(at, pixel) > HANDLE_TOLERANCE[pointer]) return false;
    this.#grip = { ...grip, arrow: undefined, isHeld: false };
    this.view.setCursor('grabbing');
    return true;
  }

  protected override onMove(gesture: Gesture): void {
    if (this.#isHeld) return;
    const isOnHandle = this.#aim.arrowAt(gesture) ?? this.#aim.handleAt(gesture);
    this.view.setCursor(isOnHandle ? 'grab' : undefined);
  }

  protected override onDown(gesture: Gesture): boolean {
    if (gesture.alt) return false;
    if (this.#isHeld) return this.#takeHeld(gesture);
    const taken = this.#aim.arrowAt(gesture);
    const handle = taken?.handle ?? this.#aim.handleAt(gesture);
    if (!handle) return false;
    this.#grip = { kind: 'pressed', handle, at: gesture.pixel, arrow: taken?.arrow };
    this.#snapping.ignore([handle.id]);
    return true;
  }

  protected override onDrag(gesture: Gesture): void {
    const grip = this.#grip;
    if (grip.kind === 'pressed') {
      const { handle, at, arrow } = grip;
      this.#grip = { kind: 'dragging', handle, at, arrow, to: handle.position };
      this.editing.activate(undefined);
      this.view.setCursor('grabbing');
    }
    if (this.#grip.kind !== 'dragging') return;
    const { handle, arrow, at } = this.#grip;
    const placed = arrow
      ? { ...movedAlong(this.view, arrow, at, gesture.pixel), snap: undefined }
      : this.#placeOf(gesture, handle);
    if (!placed) return;
    this.#grip.to = placed.position;
    this.#grip.ground = placed.ground;
    const after = this.#steps.preview(handle, placed.position, placed.ground);
    this.preview(after);
    const own = after.find(({ id }) => id === handle.id);
    this.show({
      shapes: [],
      handles: [{ position: placed.position, role: 'active' }],
      labels: own && legLabels(own.location, handle.path, this.settings, this.i18n),
      snap: placed.snap,
    });
    this.update();
  }

  /** With Shift a vertex moves vertically in views with heights; else it moves at its height. */
  #placeOf(
    gesture: Gesture,
    { position: from, role }: EditHandle,
  ): (SnappedPosition & { ground?: number }) | undefined {
    const lifted = gesture.shift && role === 'vertex' ? liftedTo(this.view, from, gesture.pixel) : undefined;
    if (!lifted) return this.#snapping.place(gesture, from[2]);
    return { position: lifted.position, snap: undefined, ground: lifted.from };
  }

  protected override onUp(): void {
    const grip = this.#grip;
    if (grip.kind === 'idle') return;
    const { handle } = grip;
    if (grip.kind === 'dragging') {
      if (!this.#steps.commit(handle, grip.to, grip.ground)) {
        grip.isHeld = true;
        this.view.setCursor(undefined);
        this.update();
        return;
      }
    } else if (handle.role === 'midpoint') this.#steps.commit(handle, handle.position);
    this.#reset();
    this.#walk.enter();
    this.#choose(handle);
    this.#show();
  }

  protected override onClick(gesture: Gesture): void {
    if (this.#isHeld) return;
    const handle = this.#aim.handleAt(gesture);
    if (handle && gesture.alt) {
      if (handle.role === 'vertex') this.#remove(handle);
      return;
    }
    // The press has already activated it; a click by keyboard has no press.
    if (handle) {
      if (handle.role === 'midpoint') this.#steps.commit(handle, handle.position);
      this.#choose(handle);
      return;
    }
    this.editing.activate(undefined);
    const under = this.pick(gesture);
    if (under.length === 0 && !gesture.shift) this.targets.selection.clear();
    const problem = this.targets.choose(under, gesture, gesture.shift);
    if (problem) this.refuse(problem);
  }

  #remove(vertex: VertexRef): void {
    const problem = removeVertex(vertex, this.editing, this.project);
    if (problem) this.refuse(problem);
  }

  #choose({ id, path }: VertexRef): void {
    const location = this.project.document.get(id)?.location;
    const first = location ? firstOfRing(location, path) : path;
    const { active } = this.editing;
    if (active?.id !== id || !samePath(active.path, first)) this.editing.activate({ id, path: first });
  }

  /** Deactivates a vertex that no longer exists. */
  #checkActive(): void {
    const grip = this.#grip;
    if (
      this.#isHeld &&
      grip.kind === 'dragging' &&
      !this.targets.objects.some(({ id }) => id === grip.handle.id)
    )
      this.#reset();
    const { active } = this.editing;
    if (active) {
      const object = this.targets.objects.find(({ id }) => id === active.id);
      const there =
        object && [...verticesOf(object.location)].some(({ path }) => samePath(path, active.path));
      if (!there) this.editing.activate(undefined);
    }
    this.#show();
  }

  #reset(): void {
    this.#grip = { kind: 'idle' };
    this.preview([]);
    this.#snapping.ignore([]);
    this.view.setCursor(undefined);
  }

  #show(): void {
    if (this.#grip.kind === 'dragging') return;
    const { handles, tooMany, partial } = drawnHandles(this.targets.objects, this.view, this.editing.active);
    this.#tooMany = tooMany;
    this.#partial = partial;
    const chosen = this.#aim.chosen;
    const arrows = chosen ? arrowSketch(arrowsAt(this.view, chosen.position), chosen.position) : undefined;
    this.show({ shapes: [], ...arrows, handles });
    this.update();
  }

  protected override describe(): StateOfTool {
    const dragging = this.#grip.kind === 'dragging';
    const idle = this.#tooMany ? 'modify:hint.vertices.many' : 'modify:hint.vertices.start';
    const hint = this.#isHeld
      ? 'modify:problem.crosses'
      : dragging
        ? 'modify:hint.vertices.dragging'
        : this.editing.active
          ? `modify:hint.vertices.${this.view.heightAt ? 'arrows' : 'active'}`
          : this.targets.objects.length > 0
            ? idle
            : this.targets.reason('modify:hint.vertices.select');
    return {
      hint,
      busy: dragging || this.editing.active !== undefined,
    };
  }
}
