import { extentOf, type MapObject } from '#core/document';
import { measuresOf } from '#core/geodesy';
import { newUuid, serviceToken } from '#core/kernel';
import type { OpenProject } from '#core/project';
import type { Geometry, ObjectType, Position } from '#core/protocol';
import type { SplitReason } from '#core/shapes';
import type { NewValues } from '#plugins/work/attributes/api';
import type { EditTargets } from '#plugins/work/selection/api';
import { split, type Division } from '../edits/split.ts';
import { canBeCut, cutAlong, cutAt, divides, lineOf, type CutResult } from './cut.ts';
import type { AreaFault } from './by-area.ts';
import type { Rules } from './rules.ts';
import { shareOut, type ShareFault } from './share-out.ts';

/** Why nothing was split; a text key of this plugin after `problem.`. */
export type SplitProblem =
  | SplitReason
  | AreaFault
  | ShareFault
  | 'nothing-there'
  | 'partial'
  | 'several-types'
  | 'no-line'
  | 'gone';

/**
 * Splits objects of the open project: the selected ones, or those that a cut crosses. A split is planned first, then
 * performed.
 */
export class Splitting {
  constructor(
    readonly targets: EditTargets,
    readonly rules: Rules,
    readonly newValues: NewValues,
  ) {}

  /** The selected lines and polygons that may be changed. */
  selected(): MapObject[] {
    return this.targets.objects.filter(
      (object) => canBeCut(object) && !this.targets.isLockedOrHidden(object),
    );
  }

  /** Plans to split a line at its position nearest to `place`, or returns why it cannot be split. */
  at(project: OpenProject, id: string, place: Position): Division[] | SplitProblem {
    const object = project.document.get(id);
    const line = object && lineOf(object);
    if (!object) return 'gone';
    if (!line || this.targets.isLockedOrHidden(object)) return 'no-line';
    const cut = cutAt(object, line, place);
    return divides(cut) ? this.#divisionsOf(project, [cut]) : cut.reason;
  }

  /**
   * Plans to split the selected objects along a drawn path, or with none selected every visible object that it
   * divides; these must be of one type, to avoid unintended splits. Or returns why nothing can be split.
   */
  along(project: OpenProject, path: readonly Position[]): Division[] | SplitProblem {
    // None of a selection is known to tools while a part of it is not loaded: it is not the same as no selection.
    if (this.targets.selection.missing > 0) return 'partial';
    const selected = this.selected();
    const extent = extentOf({ type: 'LineString', coordinates: [...path] });
    const candidates =
      selected.length > 0
        ? selected
        : project.document.index
            .objects(extent)
            .filter((object) => canBeCut(object) && !this.targets.isLockedOrHidden(object));
    const outcomes = candidates.map((object) => cutAlong(object, path));
    const cuts = outcomes.filter(divides);
    if (cuts.length === 0) {
      const reasons = outcomes.flatMap((fault) => (fault && !divides(fault) ? fault.reason : []));
      return reasons.find((reason) => reason !== 'misses') ?? reasons[0] ?? 'nothing-there';
    }
    if (new Set(cuts.map(({ object }) => object.typeName)).size > 1) return 'several-types';
    return this.#divisionsOf(project, cuts);
  }

  /** Plans to split one object along a straight cut, or returns why it cannot be split. */
  across(project: OpenProject, object: MapObject, cut: readonly Position[]): Division[] | SplitProblem {
    const outcome = cutAlong(object, cut);
    if (!outcome) return 'nothing-there';
    return divides(outcome) ? this.#divisionsOf(project, [outcome]) : outcome.reason;
  }

  /**
   * Performs the split in one step and selects the parts; the person is first asked for values that parts cannot
   * share.
   */
  perform(project: OpenProject, divisions: readonly Division[]): void {
    const made = divisions.flatMap(({ after }) => after.map(({ id }) => id));
    const label = {
      label: 'split:step.split',
      values: { count: made.length },
      code: 'split',
    };
    this.newValues.perform(project, split(divisions), label, () => this.targets.selection.set(made));
  }

  #divisionsOf(project: OpenProject, cuts: readonly CutResult[]): Division[] | ShareFault {
    const type = project.types.get(cuts[0]!.object.typeName);
    const divisions: Division[] = [];
    for (const cut of cuts) {
      const after = this.#partsOf(cut, type);
      if (typeof after === 'string') return after;
      divisions.push({ before: cut.object, after });
    }
    return divisions;
  }

  #partsOf({ object, parts }: CutResult, type: ObjectType | undefined): MapObject[] | ShareFault {
    const properties = shareOut(object.properties, type, parts.map(sizeOf), (field) =>
      this.rules.of(object.typeName, field),
    );
    if (typeof properties === 'string') return properties;
    return parts.map((part, i) => ({
      ...object,
      id: i === 0 ? object.id : newUuid(),
      location: type?.geometryType === `Multi${part.type}` ? several(part) : part,
      properties: properties[i]!,
      labelAt: i === 0 ? object.labelAt : undefined,
    }));
  }
}

/** Ellipsoidal length in metres of a line, area in square metres of a polygon. */
function sizeOf(part: CutResult['parts'][number]): number {
  const { length, area } = measuresOf(part);
  return area ?? length ?? 0;
}

function several(part: CutResult['parts'][number]): Geometry {
  return part.type === 'LineString'
    ? { type: 'MultiLineString', coordinates: [part.coordinates] }
    : { type: 'MultiPolygon', coordinates: [part.coordinates] };
}

// Used only inside this plugin.
export const SPLITTING = serviceToken<Splitting>('split.Splitting');
