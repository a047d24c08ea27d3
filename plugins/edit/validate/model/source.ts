import type { Extent, MapObject, ProjectDocument } from '#core/document';

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
