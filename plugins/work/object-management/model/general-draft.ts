import type { Api } from '#core/api';
import { listProjects, type GeometryType, type ObjectType } from '#core/protocol';
import type { TypeDraft } from './object-types.ts';

/** What is edited of a type besides fields, style and pictures. */
export interface GeneralDraft {
  readonly name: string;
  readonly en: string;
  readonly it: string;
  readonly geometryType: GeometryType | null;
  readonly icon: string | null;
  /** Undefined: all projects of the organization. */
  readonly projects: readonly { readonly value: string; readonly title: string }[] | undefined;
}

export const NEW_TYPE: GeneralDraft = {
  name: '',
  en: '',
  it: '',
  geometryType: 'Point',
  icon: null,
  projects: undefined,
};

/** The draft of a stored type. Its projects have their ids as titles until `withTitles` knows them. */
export function draftOf({ name, title, geometryType, icon, projectIds }: ObjectType): GeneralDraft {
  return {
    name,
    en: title.en,
    it: title.it,
    geometryType,
    icon,
    projects: projectIds.length === 0 ? undefined : projectIds.map((id) => ({ value: id, title: id })),
  };
}

/** As it is stored: a missing title is the other one, or the name. */
export function storedDraft({ name, en, it, geometryType, icon, projects }: GeneralDraft): TypeDraft {
  const trimmed = name.trim();
  return {
    name: trimmed,
    title: { en: en.trim() || it.trim() || trimmed, it: it.trim() || en.trim() || trimmed },
    geometryType,
    icon,
    projectIds: projects?.map(({ value }) => value) ?? [],
  };
}

/** Limited to projects, it needs one: without any it would belong to all. */
export function lacksProject({ projects }: GeneralDraft): boolean {
  return projects?.length === 0;
}

/** The same projects with their names. */
export async function withTitles(
  api: Pick<Api, 'call'>,
  projects: NonNullable<GeneralDraft['projects']>,
  signal: AbortSignal,
): Promise<NonNullable<GeneralDraft['projects']>> {
  const { data } = await api.call(listProjects, { query: { paginate: 500 } }, { signal });
  const titles = new Map(data.map(({ id, projectName }) => [id, projectName]));
  return projects.map(({ value, title }) => ({ value, title: titles.get(value) ?? title }));
}
