import path from 'node:path';
import {
  deleteExport,
  downloadExport,
  exportData,
  exportDocument,
  exportIntersections,
  exportReport,
  exportSheet,
  listExports,
  MAX_DRAWING,
  MAX_PREVIEW_PIXELS,
  MAX_SHEET_PIXELS,
  SHEET_DPI,
  type CallSpec,
  type Geometry,
  type SheetLayout,
  type SheetRequest,
} from '#core/protocol';
import { paperSize, planSheet } from '#core/sheets';
import { requireProject } from '../../shared/access/scope.ts';
import { send } from '../../shared/files/send.ts';
import { parseBox } from '../../shared/geometries/box.ts';
import { route, type Handling, type Route } from '../../http/context.ts';
import { HttpError } from '../../base/http-error.ts';
import type { ExportInput } from './export-job.ts';
import { visibleExports } from './stored-exports.ts';
import { targetCrs } from './content/crs.ts';

/** Of what exports are, by extension; the others are saved as bytes. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.zip': 'application/zip',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.geojson': 'application/geo+json',
};

type Body<K extends ExportInput['kind']> = Omit<
  Extract<ExportInput, { kind: K }>,
  'kind' | 'language' | 'at'
>;

function pixelsOf(layout: SheetLayout, dpi: number): number {
  const [width, height] = paperSize(layout).map((millimetres) => Math.round((millimetres / 25.4) * dpi));
  return width! * height!;
}

function refuseLargeDrawings(frames: SheetRequest['frames']): void {
  const { coordinates } = MAX_DRAWING;
  for (const [n, { content }] of frames.entries()) {
    if (content?.kind !== 'drawing') continue;
    const count = content.lines.reduce((sum, { points }) => sum + points.length, 0);
    if (count > coordinates || content.lines.some(({ points }) => points.length % 2 === 1))
      throw new HttpError(422, 'export.sheet.drawing-size', { frame: n + 1, most: coordinates / 2 });
  }
}

export const routes: Route[] = [
  route(exportData, (handling) => start(handling, 'data', handling.body)),
  route(exportDocument, (handling) => start(handling, 'document', handling.body)),
  route(exportReport, (handling) => start(handling, 'report', handling.body)),
  route(exportIntersections, (handling) => start(handling, 'intersections', handling.body)),

  route(exportSheet, async (handling) => {
    const { layout, frames, format, dpi = SHEET_DPI.usual, preview } = handling.body;
    if (!planSheet(layout, frames.length)) throw new HttpError(422, 'export.sheet.no-room');
    refuseLargeDrawings(frames);
    if (frames[0]?.content) throw new HttpError(422, 'export.sheet.first-frame');
    if (format === 'png' && pixelsOf(layout, dpi) > MAX_SHEET_PIXELS)
      throw new HttpError(422, 'export.sheet.too-many-pixels', { dpi });
    if (preview && (format !== 'png' || pixelsOf(layout, dpi) > MAX_PREVIEW_PIXELS))
      throw new HttpError(422, 'export.sheet.no-preview');
    const grid = layout.grid?.crs;
    if (grid !== undefined && !(await targetCrs(grid)))
      throw new HttpError(422, 'export.crs-unknown', { crs: grid });
    return start(handling, 'sheet', handling.body);
  }),

  route(downloadExport, async ({ body, caller, services, request, reply }) => {
    const [stored] = await visibleExports(services.db, caller, { nameZip: body.nameZip });
    if (!stored) throw new HttpError(404, 'export.gone');
    const { storageKey: key, nameZip: name, size: bytes, id: tag } = stored;
    const mediaType = MEDIA_TYPES[path.extname(name)] ?? 'application/octet-stream';
    return send(services.storage, { key, name, mediaType, bytes, tag }, request, reply);
  }),

  route(listExports, async ({ headers, caller, services }) => {
    await requireProject(services.db, caller, headers.projectid);
    const stored = await visibleExports(services.db, caller, { projectId: headers.projectid });
    return stored.map(({ storageKey: _key, projectId: _project, ...visible }) => visible);
  }),

  route(deleteExport, async ({ params, caller, services }) => {
    const [stored] = await visibleExports(services.db, caller, { id: params.id });
    if (!stored) throw new HttpError(404, 'http.not-found');
    if (!stored.mine) throw new HttpError(403, 'export.not-yours');
    await services.storage.remove(stored.storageKey);
    await services.db.query('delete from exports where id = $1', [stored.id]);
    return undefined;
  }),
];

type StartCall = CallSpec & {
  headers: typeof exportData.headers;
  body: CallSpec['body'];
  authorization: 'export';
};

/** Validates the request before it becomes a job. */
async function start<K extends ExportInput['kind']>(
  {
    headers,
    caller,
    language,
    services,
    reply,
  }: Pick<Handling<StartCall>, 'headers' | 'caller' | 'language' | 'services' | 'reply'>,
  kind: K,
  body: Body<K>,
): Promise<{ jobId: string }> {
  const projectId = headers.projectid;
  await requireProject(services.db, caller, projectId);
  const { bbox, area, crs } = body as { bbox?: number[]; area?: Geometry; crs?: string };
  if (crs !== undefined && !(await targetCrs(crs))) throw new HttpError(422, 'export.crs-unknown', { crs });
  if (bbox) parseBox(bbox.join(','));
  if (area) await refuseBadArea(services.db, area);
  const input = { ...body, kind, language, at: new Date().toISOString() };
  const jobId = await services.jobs.add({ kind: 'export', userId: caller.userId, projectId, input });
  void reply.code(202);
  return { jobId };
}

async function refuseBadArea(db: Handling<StartCall>['services']['db'], area: Geometry): Promise<void> {
  if (!area.type.endsWith('Polygon')) throw new HttpError(422, 'export.area-no-polygon', { type: area.type });
  const [row] = await db.query<{ valid: boolean }>(
    'select st_isvalid(st_setsrid(st_geomfromgeojson($1), 4326)) as valid',
    [JSON.stringify(area)],
  );
  if (!row?.valid) throw new HttpError(422, 'export.area-invalid');
}
