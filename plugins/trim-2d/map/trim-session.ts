import { BehaviorSubject, merge } from 'rxjs';
import type { MapObject } from '#core/document';
import type { I18n } from '#core/i18n';
import { Lifetime } from '#core/kernel';
import { between, type Gesture, type MapView, type Pixel } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { nearestOnLine } from '#core/shapes';
import { planeIn, printerOf } from '#core/sketch';
import type { ToolContext, ToolSession, ToolState } from '#core/tools';
import type { NewValues } from '#plugins/attributes/api';
import type { Selection } from '#plugins/selection/api';
import { Edges } from '../model/edges.ts';
import { extended } from '../model/extend.ts';
import { lineOf, putFor, runsOf, type Target } from '../model/plan.ts';
import { stretchAt, stretchesOf, type Stretch, type TrimFault } from '../model/trim.ts';

export type TrimKind = 'trim' | 'extend';

export interface TrimParts {
  readonly selection: Selection;
  readonly newValues: NewValues;
  /** Locked or hidden: stays as it is. */
  readonly isSpared: (object: MapObject) => boolean;
  /** What is not seen trims nothing. */
  readonly isHidden: (object: MapObject) => boolean;
  readonly settings: Settings;
  readonly i18n: I18n;
}

/** What a click would do: the stretch that goes or comes, and the line after it. */
interface Plan {
  readonly target: Target;
  readonly stretch: readonly Position[];
  readonly pieces: readonly Position[][];
}

/** CSS pixels around a line within which it is meant. */
const REACH = { mouse: 6, pen: 8, touch: 16 };
/** CSS pixels within which the clicks after one that did something are the rest of a double click. */
const SAME_PLACE = 8;
const GOES = '#d92d20';

/** A click takes away the stretch of a line between two edges, or lets its end go on to the next one; shown before. */
export class TrimSession implements ToolSession {
  readonly state$: BehaviorSubject<ToolState>;
  readonly #lifetime = new Lifetime();
  #preview: ReturnType<MapView['preview']> | undefined;
  #problem: TrimFault | undefined;
  #doneAt: Pixel | undefined;
  /** The stretches of the line that the pointer was on last. */
  #divided: { object: MapObject; index: number; stretches: Stretch[] | TrimFault } | undefined;

  constructor(
    readonly kind: TrimKind,
    readonly context: ToolContext,
    readonly parts: TrimParts,
  ) {
    this.state$ = new BehaviorSubject(this.#stateNow());
    const { view, project } = context;
    this.#lifetime.add(() => view.setCursor(undefined));
    this.#lifetime.add(() => this.#show(undefined));
    this.#lifetime.add(
      merge(project.document.changes$, parts.selection.ids$).subscribe(() => {
        this.#divided = undefined;
        this.#show(undefined);
        this.#tell();
      }),
    );
  }

  get state(): ToolState {
    return this.state$.value;
  }

  gesture(gesture: Gesture): boolean {
    if (this.#echoes(gesture)) return false;
    if (gesture.kind === 'leave') {
      this.#divided = undefined;
      this.#show(undefined);
    } else if (gesture.kind === 'move' || gesture.kind === 'click') {
      const plan = this.#planAt(gesture);
      this.#problem = typeof plan === 'string' ? plan : undefined;
      const sound = typeof plan === 'string' ? undefined : plan;
      if (gesture.kind === 'click' && sound) this.#perform(sound, gesture.pixel);
      else this.#show(sound);
      this.#tell();
    }
    return false;
  }

  complete(): void {
    // Each click is complete.
  }

  cancel(): void {
    this.#show(undefined);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #echoes({ kind, pixel }: Gesture): boolean {
    const at = this.#doneAt;
    if (!at || kind === 'leave') return false;
    const same = Math.hypot(at[0] - pixel[0], at[1] - pixel[1]) <= SAME_PLACE;
    if (!same) this.#doneAt = undefined;
    return same && kind !== 'move';
  }

  #planAt({ pixel, pointer, position }: Gesture): Plan | TrimFault | undefined {
    const { view } = this.context;
    const { isSpared } = this.parts;
    const under = view.pick(pixel, REACH[pointer]).find(({ object }) => lineOf(object) && !isSpared(object));
    view.setCursor(under ? 'pointer' : undefined);
    // Snapping would take the place off the stretch that is meant.
    const place = view.toPosition(pixel) ?? position;
    if (!under || !place) return undefined;
    const { object } = under;
    const line = lineOf(object)!;
    const target: Target = { object, line, index: nearestOnLine(line, place).run };
    const run = runsOf(line)[target.index]!;
    if (this.kind === 'extend') {
      const extension = extended(run, place, this.#edges(object), view.camera.extent);
      if (typeof extension === 'string') return extension;
      return { target, stretch: extension.comes, pieces: [[...extension.run]] };
    }
    const stretches = this.#stretchesOf(target, run);
    if (typeof stretches === 'string') return stretches;
    const { goes, rest } = stretchAt(stretches, place);
    return { target, stretch: goes, pieces: rest };
  }

  #stretchesOf({ object, index }: Target, run: readonly Position[]): Stretch[] | TrimFault {
    const known = this.#divided;
    if (known?.object === object && known.index === index) return known.stretches;
    const stretches = stretchesOf(run, this.#edges(object).meeting(run));
    this.#divided = { object, index, stretches };
    return stretches;
  }

  /** Those of the selected objects, or of all that are seen. */
  #edges(target: MapObject): Edges {
    const chosen = this.#chosen(target.id);
    return new Edges(
      this.context.project.document,
      (object) =>
        object.id !== target.id &&
        !this.parts.isHidden(object) &&
        (chosen.size === 0 || chosen.has(object.id)),
    );
  }

  #chosen(except?: string): ReadonlySet<string> {
    return new Set(this.parts.selection.ids.filter((id) => id !== except));
  }

  #perform({ target, pieces }: Plan, pixel: Pixel): void {
    const { project } = this.context;
    const changes = putFor(target, pieces, project.types.get(target.object.typeName));
    this.#doneAt = pixel;
    const label = { label: `trim-2d:step.${this.kind}`, code: this.kind };
    this.parts.newValues.perform(project, () => changes, label);
  }

  #show(plan: Plan | undefined): void {
    const { view } = this.context;
    const shown =
      plan && this.kind === 'trim' ? [{ ...plan.target.object, location: several(plan.pieces) }] : [];
    if (this.#preview && shown.length === 0) {
      this.#preview.dispose();
      this.#preview = undefined;
    } else if (this.#preview) this.#preview.update(shown);
    else if (shown.length > 0) this.#preview = view.preview(shown);
    view.show(plan && this.#sketchOf(plan.stretch));
  }

  #sketchOf(stretch: readonly Position[]) {
    const { settings, i18n } = this.parts;
    const metric = planeIn(settings.get('measureCRS'));
    const geometry: Geometry = { type: 'LineString', coordinates: [...stretch] };
    const middle = (stretch.length - 1) >> 1;
    const at = between(stretch[middle]!, stretch[middle + 1]!, 0.5);
    const text = printerOf(i18n, settings).length(metric.length(stretch));
    return {
      shapes: [this.kind === 'trim' ? { geometry, dashed: true, style: { stroke: GOES, width: 3 } } : { geometry, dashed: true }], // prettier-ignore
      handles: this.kind === 'extend' ? [{ position: stretch.at(-1)!, role: 'active' as const }] : [],
      labels: [{ position: at, text, on: [stretch[0]!, stretch.at(-1)!] as const, aside: true }],
    };
  }

  #tell(): void {
    this.state$.next(this.#stateNow());
  }

  #stateNow(): ToolState {
    const { size } = this.#chosen();
    const hint = this.#problem
      ? `problem.${this.#problem}`
      : `hint.${this.kind}${size > 0 ? '.selected' : ''}`;
    return { hint: `trim-2d:${hint}`, canComplete: false, busy: false };
  }
}

function several(pieces: readonly Position[][]): Geometry {
  return { type: 'MultiLineString', coordinates: [...pieces] };
}
