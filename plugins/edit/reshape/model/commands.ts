import { merge, type Observable } from 'rxjs';
import type { Change, DocumentReader, MapObject } from '#core/document';
import { isEqualJson } from '#core/document';
import type { Projects } from '#core/project';
import type { ObjectType } from '#core/protocol';
import type { NewValues } from '#plugins/work/attributes/api';
import type { EditTargets } from '#plugins/work/selection/api';
import { exploded, filled, partsOf, replaced, reversed } from './whole.ts';

export type WholeKind = 'reverse' | 'explode' | 'fill';

interface Whole {
  /** Whether the command changes this object. */
  readonly concerns: (object: MapObject) => boolean;
  readonly changes: (
    objects: readonly MapObject[],
    document: DocumentReader,
    types: ReadonlyMap<string, ObjectType>,
  ) => readonly Change[];
}

const WHOLES: Readonly<Record<WholeKind, Whole>> = {
  reverse: {
    concerns: ({ location }) => location.type.endsWith('LineString'),
    changes: (objects, document) => replaced(objects, objects.map(({ location }) => reversed(location)))(document), // prettier-ignore
  },
  explode: {
    concerns: ({ location }) => partsOf(location).length > 1,
    changes: (objects, _, types) => exploded(objects, types),
  },
  fill: {
    concerns: ({ location }) => !isEqualJson(filled(location), location),
    changes: (objects, document) => replaced(objects, objects.map(({ location }) => filled(location)))(document), // prettier-ignore
  },
};

/** A command that changes the selected objects as a whole, in one step. */
export function wholeCommand(
  kind: WholeKind,
  projects: Projects,
  targets: EditTargets,
  newValues: NewValues,
): { run(): void; disabled(): string | undefined; changes$: Observable<unknown> } {
  const { concerns, changes } = WHOLES[kind];
  const { selection } = targets;
  const affected = (): MapObject[] => targets.objects.filter(concerns);
  return {
    disabled() {
      if (!projects.current) return 'disabled.no-project';
      if (affected().length === 0) return targets.reason(`disabled.${kind}`);
      return undefined;
    },
    changes$: merge(selection.ids$, projects.current$),
    run() {
      const { current } = projects;
      if (!current) return;
      const objects = affected();
      const step = changes(objects, current.document, current.types);
      const label = { label: `reshape:step.${kind}`, values: { count: objects.length }, code: kind };
      newValues.perform(
        current,
        () => step,
        label,
        () => selection.set(step.flatMap(({ after }) => after?.id ?? [])),
      );
    },
  };
}
