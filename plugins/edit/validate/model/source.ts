import { extentOfObject, type Extent, type MapObject, type ProjectDocument } from '#core/document';
import type { OpenProject } from '#core/project';

/** Which objects are checked: all loaded ones, those in view, the selected ones, or those of one type. */
export type CheckSource = 'loaded' | 'view' | 'selected' | { readonly typeName: string };

export function objectsOf(
  source: CheckSource,
  document: ProjectDocument,
  selected: readonly string[],
  view: Extent | undefined,
): MapObject[] {
  if (source === 'selected') return selected.flatMap((id) => document.get(id) ?? []);
  if (source === 'view') return view ? document.index.objects(view) : [];
  const all = [...document.values()];
  return typeof source === 'string' ? all : all.filter(({ typeName }) => typeName === source.typeName);
}

/** Returns whether all objects of the source are loaded, and those around the ones that are checked. */
export function areAllLoaded(
  source: CheckSource,
  project: Pick<OpenProject, 'covers'>,
  objects: readonly MapObject[],
  view: Extent | undefined,
): boolean {
  if (project.covers()) return true;
  if (source === 'view') return view === undefined || project.covers(view);
  return source === 'selected' && objects.every((object) => project.covers(extentOfObject(object)));
}
