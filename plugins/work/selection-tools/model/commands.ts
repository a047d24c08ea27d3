import { extentAround, extentOfObject, type MapObject } from '#core/document';
import type { Command } from '#core/plugin';
import type { OpenProject, Projects } from '#core/project';
import type { Selection, SelectionFinder, SelectionSearch } from '#plugins/work/selection/api';
import { objectsMeeting } from './found.ts';

export interface CommandDependencies {
  readonly projects: Pick<Projects, 'current'>;
  readonly selection: Selection;
  readonly finder: Pick<SelectionFinder, 'find'>;
  readonly accepts: (object: MapObject) => boolean;
}

/** The selected objects, and those that intersect them. */
export function selectMeeting({ projects, selection, finder, accepts }: CommandDependencies): Command {
  return {
    disabled: () => (selection.ids.length > 0 ? undefined : 'disabled.selection'),
    changes$: selection.ids$,
    run: () => {
      const project = projects.current;
      if (project) finder.find(meeting(selection, project, accepts), (ids) => selection.add(ids));
    },
  };
}

/** Searches for the objects that intersect the selected ones, without these. */
export function meeting(
  selection: Selection,
  project: OpenProject,
  accepts: (object: MapObject) => boolean,
): SelectionSearch {
  const { document } = project;
  const given = selection.ids.flatMap((id) => document.get(id) ?? []);
  return {
    sought: { meets: [...selection.ids] },
    extent: selection.missing > 0 ? undefined : extentAround(given.map(extentOfObject)),
    loaded: () => objectsMeeting(document, given, accepts),
  };
}

/** All objects of the selected types. */
export function selectLayer({ projects, selection, finder, accepts }: CommandDependencies): Command {
  return {
    disabled: () => (typesOf(selection).size > 0 ? undefined : 'disabled.selection'),
    changes$: selection.ids$,
    run: () => {
      const project = projects.current;
      if (project) finder.find(ofTypes(project, typesOf(selection), accepts), (ids) => selection.set(ids));
    },
  };
}

/** The unselected objects of the selected types; of all types if nothing is selected. */
export function invertSelection({ projects, selection, finder, accepts }: CommandDependencies): Command {
  return {
    disabled: () => (projects.current ? undefined : 'disabled.project'),
    run: () => {
      const project = projects.current;
      if (!project) return;
      finder.find(ofTypes(project, typesOf(selection), accepts), (ids) => {
        const selected = new Set(selection.ids);
        selection.set(ids.filter((id) => !selected.has(id)));
      });
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

function ofTypes(
  { document }: OpenProject,
  typeNames: ReadonlySet<string>,
  accepts: (object: MapObject) => boolean,
): SelectionSearch {
  const isSought = (object: MapObject) =>
    (typeNames.size === 0 || typeNames.has(object.typeName)) && accepts(object);
  return {
    sought: typeNames.size > 0 ? { typeNames: [...typeNames] } : {},
    loaded: () => [...document.values()].filter(isSought),
  };
}

function typesOf(selection: Selection): Set<string> {
  return new Set(selection.ids.flatMap((id) => selection.typeOf(id) ?? []));
}
