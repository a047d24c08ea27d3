import type { MapObject } from '#core/document';
import type { Command } from '#core/plugin';
import type { OpenProject, Projects } from '#core/project';
import type { Selection } from '#plugins/work/selection/api';
import { objectsMeeting } from './found.ts';

export interface CommandDependencies {
  readonly projects: Pick<Projects, 'current'>;
  readonly selection: Selection;
  readonly accepts: (object: MapObject) => boolean;
}

type Next = (selected: readonly MapObject[], project: OpenProject) => readonly MapObject[];

/** The selected objects, and those that intersect them. */
export function selectMeeting(parts: CommandDependencies): Command {
  return fromSelected(parts, (selected, { document }) => [
    ...selected,
    ...objectsMeeting(document, selected, parts.accepts),
  ]);
}

/** All loaded objects of the selected types. */
export function selectLayer(parts: CommandDependencies): Command {
  return fromSelected(parts, (selected, { document }) => {
    const typeNames = new Set(selected.map(({ typeName }) => typeName));
    return [...document.values()].filter((object) => typeNames.has(object.typeName) && parts.accepts(object));
  });
}

/** The unselected objects of the selected types; all loaded ones if nothing is selected. */
export function invertSelection({ projects, selection, accepts }: CommandDependencies): Command {
  return {
    disabled: () => (projects.current ? undefined : 'disabled.project'),
    run: () => {
      const document = projects.current?.document;
      if (!document) return;
      const selected = new Set(selection.ids);
      const typeNames = new Set(selection.ids.flatMap((id) => document.get(id)?.typeName ?? []));
      const others = [...document.values()].filter(
        (object) =>
          !selected.has(object.id) &&
          (typeNames.size === 0 || typeNames.has(object.typeName)) &&
          accepts(object),
      );
      selection.set(others.map(({ id }) => id));
    },
  };
}

export function selectNone({ selection }: Pick<CommandDependencies, 'selection'>): Command {
  return {
    disabled: () => (selection.ids.length > 0 ? undefined : 'disabled.selection'),
    changes$: selection.ids$,
    run: () => selection.clear(),
  };
}

function fromSelected({ projects, selection }: CommandDependencies, next: Next): Command {
  const selected = () => selection.ids.flatMap((id) => projects.current?.document.get(id) ?? []);
  return {
    disabled: () => (selected().length > 0 ? undefined : 'disabled.selection'),
    changes$: selection.ids$,
    run: () => {
      if (projects.current) selection.set(next(selected(), projects.current).map(({ id }) => id));
    },
  };
}
