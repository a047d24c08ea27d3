import { combineLatest, distinctUntilChanged, map, startWith, type Observable } from 'rxjs';
import type { MapObject } from '#core/document';
import type { OpenProject } from '#core/project';
import type { Selection } from '#plugins/work/selection/api';

/** The selected objects; emits at once and whenever one of them changes. */
export function selectedObjects(
  project: OpenProject,
  selection: Pick<Selection, 'ids$'>,
): Observable<readonly MapObject[]> {
  return combineLatest([selection.ids$, project.document.changes$.pipe(startWith(undefined))]).pipe(
    map(([ids]) => ids.flatMap((id) => project.document.get(id) ?? [])),
    distinctUntilChanged((a, b) => a.length === b.length && a.every((object, i) => object === b[i])),
  );
}
