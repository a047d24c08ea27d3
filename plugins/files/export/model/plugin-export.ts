import type { Api } from '#core/api';
import { getLockedLayers, listGeometries } from '#core/protocol';
import type { Exporter } from '../api.ts';
import type { ExportDesk } from './export-desk.ts';

type Chosen = Pick<ExportDesk, 'projectId' | 'area' | 'box' | 'selected' | 'chosenTypes'>;

interface PluginExport {
  /** Undefined where all chosen types are left out. */
  readonly file: Blob | undefined;
  readonly count: number;
  /** Chosen types that are left out, because their layers are locked. */
  readonly locked: readonly string[];
  /** Chosen types that are left out, because the plugin may not read them. */
  readonly unreadable: readonly string[];
}

/**
 * The file that a plugin writes of the chosen types and area of a project, all objects or none. With `lockCopy`, the
 * person's locked layers are left out, as the server does. Throws AppError: of the server where there are too many in one
 * type, or of the plugin.
 */
export async function exportByPlugin(
  api: Pick<Api, 'call'>,
  exporter: Exporter,
  { projectId, area, box, selected, chosenTypes }: Chosen,
  lockCopy: boolean,
): Promise<PluginExport> {
  const names = chosenTypes.map(({ name }) => name);
  const excluded = lockCopy ? await lockedOf(api, projectId) : [];
  const locked = names.filter((name) => excluded.includes(name));
  const open = names.filter((name) => !locked.includes(name));
  const readable = exporter.readable?.(open) ?? open;
  const unreadable = open.filter((name) => !readable.includes(name));
  if (readable.length === 0) return { file: undefined, count: 0, locked, unreadable };
  const query = area === 'box' ? { bbox: box.join(',') } : {};
  const isSelected = new Set(selected);
  const objects = [];
  for (const name of readable) {
    const headers = { projectid: projectId, type: encodeURIComponent(name) };
    const { data } = await api.call(listGeometries, { headers, query });
    for (const { id, typeName, location, properties } of data)
      if (area !== 'selection' || isSelected.has(id)) objects.push({ typeName, location, properties });
  }
  const typeNames = [...new Set(objects.map(({ typeName }) => typeName))];
  return { file: await exporter.write(objects, typeNames), count: objects.length, locked, unreadable };
}

async function lockedOf(api: Pick<Api, 'call'>, projectId: string): Promise<readonly string[]> {
  const { data } = await api.call(getLockedLayers, { params: { id: projectId } });
  return data.typeNames ?? [];
}
