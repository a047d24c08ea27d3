import { extentOf, type Extent, type MapObject } from '#core/document';
import type { I18n } from '#core/i18n';
import { ClickEcho, type Gesture, type Pixel } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { interpolate, nearestOnLine } from '#core/shapes';
import { planeIn, printerOf } from '#core/sketch';
import { BaseToolSession, type StateOfTool, type ToolContext } from '#core/tools';
import type { NewValues } from '#plugins/work/attributes/api';
import type { EditTargets } from '#plugins/work/selection/api';
import { Edges } from '../model/edges.ts';
import { extended } from '../model/extend.ts';
import { lineOf, replaceRun, runsOf, type TrimTarget } from '../model/plan.ts';
import { sectionAt, sectionsOf, type Section, type TrimFault } from '../model/trim.ts';

export type TrimKind = 'trim' | 'extend';

export interface TrimDependencies {
  readonly targets: EditTargets;
  readonly newValues: NewValues;
  readonly settings: Settings;
  readonly i18n: I18n;
}

/** The effect of a click: the section that is removed or added, and the resulting line. */
interface TrimPlan {
  readonly target: TrimTarget;
  readonly section: readonly Position[];
  readonly pieces: readonly Position[][];
}

const REMOVED_STYLE = '#d92d20';

/** A click removes the section of a line between two edges, or extends its end to the next edge; previewed. */
export class TrimSession extends BaseToolSession {
  #problem: TrimFault | undefined;
  /** Edges that are not loaded may lie at the line under the pointer. */
  #isPartlyLoaded = false;
  readonly #echo = new ClickEcho();
  /** The sections of the line that was under the pointer last. */
  #divided: { object: MapObject; index: number; sections: Section[] | TrimFault } | undefined;

  constructor(
    readonly kind: TrimKind,
    context: ToolContext,
    readonly parts: TrimDependencies,
  ) {
    super(context);
    this.follow(
      () => {
        this.#divided = undefined;
        this.clear();
        this.update();
      },
      this.project.document.changes$,
      parts.targets.selection.ids$,
    );
  }

  override gesture(gesture: Gesture): boolean {
    return this.#echo.ignores(gesture) ? false : super.gesture(gesture);
  }

  protected override onLeave(): void {
    this.#divided = undefined;
    this.#isPartlyLoaded = false;
    this.clear();
  }

  protected override onMove(gesture: Gesture): void {
    const plan = this.#planFor(gesture);
    this.#showPlan(plan);
    this.update();
  }

  protected override onClick(gesture: Gesture): void {
    const lines = this.#linesAt(gesture);
    if (lines.length === 0) this.#trim(gesture, undefined);
    this.parts.targets.ask(lines, gesture, (line) => {
      if (!this.lifetime.closed) this.#trim(gesture, line);
    });
  }

  #trim(gesture: Gesture, line: MapObject | undefined): void {
    const plan = this.#planFor(gesture, line);
    if (plan) this.#perform(plan, gesture.pixel);
    else this.clear();
    this.update();
  }

  /** Returns the plan at the pointer; if there is none, reports the problem. */
  #planFor(gesture: Gesture, line = this.#linesAt(gesture)[0]): TrimPlan | undefined {
    this.view.setCursor(line ? 'pointer' : undefined);
    const plan = line && this.#planAt(gesture, line);
    this.#isPartlyLoaded = line !== undefined && !this.project.covers(this.#reachOf(line));
    this.#problem = typeof plan === 'string' ? plan : undefined;
    return typeof plan === 'string' ? undefined : plan;
  }

  /** The lines at the pointer: several where they cannot be told apart. */
  #linesAt(gesture: Gesture): MapObject[] {
    const { targets } = this.parts;
    return this.pickNearest(gesture, (under) => !!lineOf(under) && !targets.isLockedOrHidden(under));
  }

  /** Where edges are sought for the line. */
  #reachOf({ location }: MapObject): Extent {
    return this.kind === 'extend' ? this.view.camera.extent : extentOf(location);
  }

  #planAt(gesture: Gesture, object: MapObject): TrimPlan | TrimFault | undefined {
    const { view } = this;
    // Not snapped: snapping could move the position off the section.
    const place = view.toPosition(gesture.pixel) ?? gesture.position;
    if (!place) return undefined;
    const line = lineOf(object)!;
    const target: TrimTarget = { object, line, index: nearestOnLine(line, place).run };
    const run = runsOf(line)[target.index]!;
    if (this.kind === 'extend') {
      const extension = extended(run, place, this.#edges(object), view.camera.extent);
      if (typeof extension === 'string') return extension;
      return { target, section: extension.comes, pieces: [[...extension.run]] };
    }
    const sections = this.#sectionsOf(target, run);
    if (typeof sections === 'string') return sections;
    const { goes, rest } = sectionAt(sections, place);
    return { target, section: goes, pieces: rest };
  }

  #sectionsOf({ object, index }: TrimTarget, run: readonly Position[]): Section[] | TrimFault {
    const known = this.#divided;
    if (known?.object === object && known.index === index) return known.sections;
    const sections = sectionsOf(run, this.#edges(object).meeting(run));
    this.#divided = { object, index, sections };
    return sections;
  }

  /** Returns the edges of the selected objects, or else of all visible ones. */
  #edges(target: MapObject): Edges {
    const chosen = this.#chosen(target.id);
    return new Edges(
      this.project.document,
      (object) =>
        object.id !== target.id &&
        !this.parts.targets.isHidden(object) &&
        (chosen.size === 0 || chosen.has(object.id)),
    );
  }

  #chosen(except?: string): ReadonlySet<string> {
    return new Set(this.parts.targets.selection.ids.filter((id) => id !== except));
  }

  #perform({ target, pieces }: TrimPlan, pixel: Pixel): void {
    const { project } = this;
    const changes = replaceRun(target, pieces, project.types.get(target.object.typeName));
    this.#echo.follow(pixel);
    const label = { label: `trim:step.${this.kind}`, code: this.kind };
    this.parts.newValues.perform(project, () => changes, label);
  }

  #showPlan(plan: TrimPlan | undefined): void {
    if (!plan) return this.clear();
    if (this.kind === 'trim') this.preview([{ ...plan.target.object, location: several(plan.pieces) }]);
    this.show(this.#sketchOf(plan.section));
  }

  #sketchOf(section: readonly Position[]) {
    const { settings, i18n } = this.parts;
    const metric = planeIn(settings.get('measureCRS'));
    const geometry: Geometry = { type: 'LineString', coordinates: [...section] };
    const middle = (section.length - 1) >> 1;
    const at = interpolate(section[middle]!, section[middle + 1]!, 0.5);
    const text = printerOf(i18n, settings).length(metric.length(section));
    return {
      shapes: [this.kind === 'trim' ? { geometry, dashed: true, style: { stroke: REMOVED_STYLE, width: 3 } } : { geometry, dashed: true }], // prettier-ignore
      handles: this.kind === 'extend' ? [{ position: section.at(-1)!, role: 'active' as const }] : [],
      labels: [{ position: at, text, on: [section[0]!, section.at(-1)!] as const, aside: true }],
    };
  }

  protected override describe(): StateOfTool {
    const { size } = this.#chosen();
    const problem = this.#isPartlyLoaded ? 'unloaded' : this.#problem;
    const hint = problem ? `problem.${problem}` : `hint.${this.kind}${size > 0 ? '.selected' : ''}`;
    return { hint: `trim:${hint}` };
  }
}

function several(pieces: readonly Position[][]): Geometry {
  return { type: 'MultiLineString', coordinates: [...pieces] };
}
