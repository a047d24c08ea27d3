import type { Api } from '#core/api';
import { listGeometries } from '#core/protocol';
import type { Exporter } from '../api.ts';
import type { ExportDesk } from './export-desk.ts';

type Chosen = Pick<ExportDesk, 'projectId' | 'area' | 'box' | 'selected' | 'chosenTypes'>;

/**
 * The file that a plugin writes of the chosen types and area of a project, all objects or none, and their number. Throws
 * AppError: of the server where there are too many in one type, or of the plugin.
 */
export async function exportByPlugin(
  api: Pick<Api, 'call'>,
  exporter: Exporter,
  { projectId, area, box, selected, chosenTypes }: Chosen,
): Promise<{ file: Blob; count: number }> {
  const query = area === 'box' ? { bbox: box.join(',') } : {};
  const isSelected = new Set(selected);
  const objects = [];
  for (const { name } of chosenTypes) {
    const headers = { projectid: projectId, type: encodeURIComponent(name) };
    const { data } = await api.call(listGeometries, { headers, query });
    for (const { id, typeName, location, properties } of data)
      if (area !== 'selection' || isSelected.has(id)) objects.push({ typeName, location, properties });
  }
  const typeNames = [...new Set(objects.map(({ typeName }) => typeName))];
  return { file: await exporter.write(objects, typeNames), count: objects.length };
}
