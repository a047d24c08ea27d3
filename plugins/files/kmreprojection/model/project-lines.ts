import type { Api } from '#core/api';
import { objectTitle } from '#core/fields';
import { lengthOf } from '#core/geodesy';
import type { I18n } from '#core/i18n';
import { listProjectAttributes, listProjects, researchGeometries, type ObjectType } from '#core/protocol';
import { joinedParts, type NamedLine } from './read-line.ts';

/** Lines offered at once. */
const OFFERED = 50;

export interface OfferedLine {
  readonly id: string;
  readonly title: string;
  readonly parts: readonly NamedLine[];
}

export interface OfferedProject {
  readonly id: string;
  readonly title: string;
  readonly crs: string;
}

/** Projects by name. */
export async function findProjects(
  api: Pick<Api, 'call'>,
  search: string,
  signal: AbortSignal,
): Promise<OfferedProject[]> {
  const query = { paginate: OFFERED, ...(search === '' ? {} : { search }) };
  const { data } = await api.call(listProjects, { query }, { signal });
  return data.map(({ id, projectName, crs }) => ({ id, title: projectName, crs }));
}

/** Lines of a project whose type or label contains a text; `total` counts those that are not offered, too. */
export async function findLines(
  api: Pick<Api, 'call'>,
  i18n: I18n,
  projectId: string,
  search: string,
  signal: AbortSignal,
): Promise<{ lines: OfferedLine[]; total: number }> {
  const headers = { projectid: projectId };
  const { data } = await api.call(listProjectAttributes, { headers }, { signal });
  const types = data.map(labelled);
  const lines = { field: 'geometryType', op: 'in' as const, value: ['LineString', 'MultiLineString'] };
  const filter = search.trim() === '' ? lines : { and: [lines, { or: matching(types, search.trim()) }] };
  const { data: found, total } = await api.call(
    researchGeometries,
    { headers: { ...headers, paginate: OFFERED, page: 1 }, body: { filter } },
    { signal },
  );
  const byName = new Map(types.map((type) => [type.name, type]));
  return {
    total: total ?? found.length,
    lines: found.map(({ id, typeName, properties, location }) => {
      const title = objectTitle({ typeName, properties }, byName.get(typeName), i18n);
      const parts = joinedParts(
        location.type === 'LineString'
          ? [location.coordinates]
          : location.type === 'MultiLineString'
            ? location.coordinates
            : [],
      ).map((vertices) => ({ name: title, vertices }));
      const metres = parts.reduce((sum, { vertices }) => sum + lengthOf(vertices), 0);
      return { id, parts, title: `${title} – ${i18n.number(metres, { maximumFractionDigits: 1 })} m` };
    }),
  };
}

/** Without a label on the map, the first text tells one line from another. */
function labelled(type: ObjectType): ObjectType {
  const text = type.fields.find((field) => field.type === 'text')?.name;
  return type.style.label !== undefined || text === undefined
    ? type
    : { ...type, style: { ...type.style, label: text } };
}

/** Conditions on the type and on every attribute that labels objects. */
function matching(types: readonly ObjectType[], search: string) {
  const labels = new Set(types.flatMap(({ style }) => style.label ?? []));
  const value = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return ['typeName', ...labels].map((field) => ({ field, op: 'like' as const, value }));
}
