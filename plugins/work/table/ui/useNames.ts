import { useEffect, useReducer } from 'react';
import { objectTitle } from '#core/fields';
import type { OpenProject } from '#core/project';
import type { Field } from '#core/protocol';
import { useI18n, useObservable } from '#core/react';
import type { TableRows } from '../model/table.ts';

/** The objects to which rows from the first to before the last are related. */
export function relatedIn(
  table: Pick<TableRows, 'objectAt'>,
  fields: readonly Field[],
  [first, last]: readonly [number, number],
): readonly string[] {
  const relations = fields.filter(({ type }) => type === 'relation');
  if (relations.length === 0) return [];
  const rows = Array.from({ length: last - first }, (_, n) => table.objectAt(first + n));
  const values = rows.flatMap((row) => relations.flatMap(({ name }) => row?.properties[name] ?? []));
  return [...new Set(values.map(String))];
}

/** What objects are called. Those of `ids` that are not loaded are fetched; undefined until then, and where they are gone. */
export function useNames(project: OpenProject, ids: readonly string[]): (id: string) => string | undefined {
  const i18n = useI18n();
  const types = useObservable(project.types$, project.types);
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const missing = ids.filter((id) => !project.document.get(id)).join();
  useEffect(() => {
    if (missing === '') return undefined;
    const reading = new AbortController();
    project.loadObjects(missing.split(','), reading.signal).then(redraw, () => undefined);
    return () => reading.abort();
  }, [project, missing]);
  return (id) => {
    const object = project.document.get(id);
    return object && objectTitle(object, types.get(object.typeName), i18n);
  };
}
