import { extentOf, type MapObject } from '#core/document';
import { measuresOf } from '#core/geodesy';
import { newUuid, serviceToken } from '#core/kernel';
import type { OpenProject } from '#core/project';
import type { Geometry, ObjectType, Position } from '#core/protocol';
import type { SplitReason } from '#core/shapes';
import type { NewValues } from '#plugins/work/attributes/api';
import type { EditTargets } from '#plugins/work/selection/api';
import { split, type Division } from '../edits/split.ts';
import { canBeCut, cutAlong, cutAt, divides, lineOf, type Cut } from './cut.ts';
import type { AreaFault } from './by-area.ts';
import type { Rules } from './rules.ts';
import { shareOut, type ShareFault } from './share-out.ts';

/** Why nothing was split; a key of this plugin's texts behind `problem.`. */
export type Problem =
  SplitReason | AreaFault | ShareFault | 'nothing-there' | 'several-types' | 'no-line' | 'gone';

/** Splits objects of the open project: what is selected, or what a cut meets. Planned first, then performed. */
export class Splitting {
  constructor(
    readonly targets: EditTargets,
    readonly rules: Rules,
    readonly newValues: NewValues,
  ) {}

  /** The selected lines and polygons that may be changed. */
  selected(): MapObject[] {
    return this.targets.objects.filter((object) => canBeCut(object) && !this.targets.isSpared(object));
  }

  /** Splits a line at its place nearest to `place`; or why it cannot be. */
  at(project: OpenProject, id: string, place: Position): Division[] | Problem {
    const object = project.document.get(id);
    const line = object && lineOf(object);
    if (!object) return 'gone';
    if (!line || this.targets.isSpared(object)) return 'no-line';
    const cut = cutAt(object, line, place);
    return divides(cut) ? this.#divisionsOf(project, [cut]) : cut.reason;
  }

  /**
   * Splits along a drawn path what is selected, or with nothing selected every visible object that it divides; those
   * must be of one type, so that nothing is cut that was not meant; or why it cannot be.
   */
  along(project: OpenProject, path: readonly Position[]): Division[] | Problem {
    const selected = this.selected();
    const extent = extentOf({ type: 'LineString', coordinates: [...path] });
    const candidates =
      selected.length > 0
        ? selected
        : project.document.index
            .objects(extent)
            .filter((object) => canBeCut(object) && !this.targets.isSpared(object));
    const outcomes = candidates.map((object) => cutAlong(object, path));
    const cuts = outcomes.filter(divides);
    if (cuts.length === 0) {
      const reasons = outcomes.flatMap((fault) => (fault && !divides(fault) ? fault.reason : []));
      return reasons.find((reason) => reason !== 'misses') ?? reasons[0] ?? 'nothing-there';
    }
    if (new Set(cuts.map(({ object }) => object.typeName)).size > 1) return 'several-types';
    return this.#divisionsOf(project, cuts);
  }

  /** Splits one object along a straight cut; or why it cannot be. */
  across(project: OpenProject, object: MapObject, cut: readonly Position[]): Division[] | Problem {
    const outcome = cutAlong(object, cut);
    if (!outcome) return 'nothing-there';
    return divides(outcome) ? this.#divisionsOf(project, [outcome]) : outcome.reason;
  }

  /** As one step, after which the parts are selected; first the person is asked for values that parts cannot share. */
  perform(project: OpenProject, divisions: readonly Division[]): void {
    const made = divisions.flatMap(({ after }) => after.map(({ id }) => id));
    const label = {
      label: 'split:step.split',
      values: { type: divisions[0]!.before.typeName, count: made.length },
      code: 'split',
    };
    this.newValues.perform(project, split(divisions), label, () => this.targets.selection.set(made));
  }

  #divisionsOf(project: OpenProject, cuts: readonly Cut[]): Division[] | ShareFault {
    const type = project.types.get(cuts[0]!.object.typeName);
    const divisions: Division[] = [];
    for (const cut of cuts) {
      const after = this.#partsOf(cut, type);
      if (typeof after === 'string') return after;
      divisions.push({ before: cut.object, after });
    }
    return divisions;
  }

  #partsOf({ object, parts }: Cut, type: ObjectType | undefined): MapObject[] | ShareFault {
    const properties = shareOut(object.properties, type, parts.map(sizeOf), (field) =>
      this.rules.of(object.typeName, field),
    );
    if (typeof properties === 'string') return properties;
    return parts.map((part, i) => ({
      ...object,
      id: i === 0 ? object.id : newUuid(),
      location: type?.geometryType === `Multi${part.type}` ? several(part) : part,
      properties: properties[i]!,
    }));
  }
}

/** Metres of a line, square metres of a polygon, on the ellipsoid. */
function sizeOf(part: Cut['parts'][number]): number {
  const { length, area } = measuresOf(part);
  return area ?? length ?? 0;
}

function several(part: Cut['parts'][number]): Geometry {
  return part.type === 'LineString'
    ? { type: 'MultiLineString', coordinates: [part.coordinates] }
    : { type: 'MultiPolygon', coordinates: [part.coordinates] };
}

// Inside this plugin only.
export const SPLITTING = serviceToken<Splitting>('split.Splitting');
