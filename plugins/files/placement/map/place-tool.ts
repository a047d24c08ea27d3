import { placingOf } from '#core/geodesy';
import { HANDLE_TOLERANCE, pixelDistance, type Gesture, type Pixel } from '#core/mapview';
import type { Panels } from '#core/plugin';
import type { Position } from '#core/protocol';
import { Snapping } from '#core/sketch';
import type { Settings } from '#core/settings';
import { BaseToolSession, type StateOfTool, type Tool, type ToolContext } from '#core/tools';
import { movedTo, turnedTo, type Draft } from '../model/draft.ts';
import type { PlacingDesk } from '../model/placing-desk.ts';

/** CSS pixels from the middle to the handle that turns, at least. */
const ARM = 70;
/** Degrees: step of a rotation with Shift. */
const STEP = 15;

export interface PlaceToolParts {
  readonly desk: PlacingDesk;
  readonly panels: Pick<Panels, 'open'>;
  readonly settings: Settings;
}

/** Moves and turns what is placed, and takes clicks for its control points. */
export class PlaceTool implements Tool {
  readonly #parts: PlaceToolParts;

  constructor(parts: PlaceToolParts) {
    this.#parts = parts;
  }

  start(context: ToolContext): PlaceSession {
    this.#parts.panels.open('placement.panel');
    return new PlaceSession(context, this.#parts);
  }
}

type Grip =
  | { readonly kind: 'move'; readonly from: readonly [number, number]; readonly before: Draft }
  | { readonly kind: 'turn'; readonly from: number; readonly before: Draft };

class PlaceSession extends BaseToolSession {
  readonly #desk: PlacingDesk;
  readonly #snapping: Snapping;
  #grip: Grip | undefined;

  constructor(context: ToolContext, { desk, settings }: PlaceToolParts) {
    super(context);
    this.#desk = desk;
    this.#snapping = this.lifetime.add(new Snapping(this.view, settings));
    this.follow(() => this.#draw(), this.view.camera$);
    this.react(
      () => {
        this.#draw();
        this.update();
      },
      () => [desk.draft, desk.wanted, desk.isReady, desk.opened],
    );
    this.#draw();
  }

  protected describe(): StateOfTool {
    const { opened, wanted, draft, steps } = this.#desk;
    const canTakeBack = steps > 0;
    if (!opened) return { hint: 'placement:hint.open' };
    if (wanted) return { hint: `placement:hint.${wanted.side}`, busy: true, canTakeBack };
    if (draft?.crs === null) return { hint: 'placement:hint.crs' };
    return { hint: 'placement:hint.drag', canTakeBack };
  }

  override cancel(): void {
    this.#desk.want(undefined);
    this.#grip = undefined;
  }

  protected override takeBack(): boolean {
    return this.#desk.undo();
  }

  protected override onClick(gesture: Gesture): void {
    const { wanted, opened } = this.#desk;
    if (!wanted || !opened) return;
    const { source, id } = opened.listed;
    if (wanted.side === 'map') {
      const position = this.#snapping.place(gesture)?.position ?? gesture.position;
      if (position) this.#giveMap(position);
      return;
    }
    void this.#giveLocal(source.positionOn?.(id, this.view, gesture.pixel));
  }

  /** The point at full resolution; while it is shown elsewhere than it is saved, the one that was clicked. */
  async #giveLocal(clicked: Promise<Position | undefined> | undefined): Promise<void> {
    const desk = this.#desk;
    const { wanted } = desk;
    const seen = await clicked?.catch(() => undefined);
    if (this.lifetime.closed || desk.wanted !== wanted) return;
    if (!seen) return this.refuse('placement:hint.not-there');
    const exact = desk.isChanged ? undefined : await this.view.exact?.([seen]).catch(() => undefined);
    const place = desk.fromPosition(exact?.vertices[0] ?? seen);
    if (this.lifetime.closed || desk.wanted !== wanted || !desk.draft || place?.[2] === undefined) return;
    desk.give(placingOf(desk.draft.transform).toLocal([place[0], place[1], place[2]]));
  }

  #giveMap(position: Position): void {
    const { wanted, draft } = this.#desk;
    const place = this.#desk.fromPosition(position);
    if (!place) return this.refuse('placement:hint.outside');
    // On a flat map heights are typed.
    this.#desk.give([place[0], place[1], place[2] ?? draft!.points[wanted!.index]!.map[2]]);
  }

  protected override onDown(gesture: Gesture): boolean {
    const { draft, mayPlace, wanted } = this.#desk;
    const handles = this.#handles();
    if (!draft || !handles || !mayPlace || wanted || gesture.ctrl) return false;
    const reach = HANDLE_TOLERANCE[gesture.pointer];
    const place = this.#mapAt(gesture);
    if (!place) return false;
    if (pixelDistance(gesture.pixel, handles.turn) <= reach) {
      this.#grip = { kind: 'turn', from: this.#angleTo(place), before: draft };
    } else if (pixelDistance(gesture.pixel, handles.middle) <= reach) {
      this.#grip = { kind: 'move', from: place, before: draft };
    } else return false;
    // One step for the whole drag.
    this.#desk.change(draft);
    return true;
  }

  protected override onDrag(gesture: Gesture): void {
    const grip = this.#grip;
    const place = grip && this.#mapAt(gesture);
    if (!place) return;
    const { to, turn } = grip.before.transform;
    if (grip.kind === 'move') {
      const [east, north] = [to[0] + place[0] - grip.from[0], to[1] + place[1] - grip.from[1]];
      this.#desk.change(movedTo(grip.before, [east, north]), false);
      return;
    }
    const degrees = turn[0] + this.#angleTo(place) - grip.from;
    this.#desk.change(
      turnedTo(grip.before, gesture.shift ? Math.round(degrees / STEP) * STEP : degrees),
      false,
    );
  }

  protected override onUp(): void {
    this.#grip = undefined;
  }

  /** At the height of what is placed, so that it follows the pointer. */
  #mapAt({ pixel, position }: Gesture): [number, number] | undefined {
    const height = this.#middle?.[2];
    const at = (this.view.kind === '2d' ? undefined : this.view.toPosition(pixel, height)) ?? position;
    const place = at && this.#desk.fromPosition(at);
    return place && [place[0], place[1]];
  }

  get #middle(): Position | undefined {
    const { draft } = this.#desk;
    return draft && this.#desk.toPosition(draft.transform.to);
  }

  /** Degrees counter-clockwise from east. */
  #angleTo([east, north]: readonly [number, number]): number {
    const { to } = this.#desk.draft!.transform;
    return (Math.atan2(north - to[1], east - to[0]) * 180) / Math.PI;
  }

  #handles(): { middle: Pixel; turn: Pixel; positions: [Position, Position] } | undefined {
    const { draft, outline } = this.#desk;
    const middle = this.#middle;
    const at = middle && this.view.toPixel(middle);
    if (!draft || !middle || !at) return undefined;
    const corners = (outline?.below ?? [])
      .map((corner) => this.view.toPixel(corner))
      .filter((pixel) => pixel !== undefined);
    const reach = Math.max(ARM, ...corners.map((corner) => pixelDistance(corner, at) * 0.8));
    // Towards the east of the file, and not beyond what a person sees.
    const arm = Math.min(reach, 200);
    const angle = (draft.transform.turn[0] * Math.PI) / 180;
    const metres = arm * this.view.camera.resolution;
    const [east, north, up] = draft.transform.to;
    const unit = metres / (this.#desk.opened?.saved.unit ?? 1);
    const end = this.#desk.toPosition([east + Math.cos(angle) * unit, north + Math.sin(angle) * unit, up]);
    const turn = end && this.view.toPixel(end);
    return end && turn ? { middle: at, turn, positions: [middle, end] } : undefined;
  }

  #draw(): void {
    const handles = this.#desk.mayPlace && !this.#desk.wanted ? this.#handles() : undefined;
    this.show(
      handles && {
        shapes: [{ geometry: { type: 'LineString', coordinates: handles.positions }, dashed: true }],
        handles: [
          { position: handles.positions[0], role: 'pivot' },
          { position: handles.positions[1], role: 'active' },
        ],
      },
    );
  }
}
