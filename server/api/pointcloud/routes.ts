import {
  convertPointcloud,
  deletePointcloud,
  downloadPointcloud,
  getPointcloud,
  listPointclouds,
  lookAtPointcloud,
  octreeFile,
  samplePointcloud,
  updatePointcloud,
  uploadPointcloud,
  type Pointcloud,
  type TextColumns,
} from '#core/protocol';
import { findFile } from '../../shared/files/store.ts';
import { requireViewer } from '../../shared/files/scope.ts';
import { gridFiles } from '../../shared/crs/grids.ts';
import { findUpload } from '../../shared/uploads/store.ts';
import { uploadedBytes } from '../../shared/uploads/take.ts';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { SurveyFiles } from '../surveys/survey-files.ts';
import { lookAtCloud, placeOf } from './look.ts';
import { lookAtText } from './text-look.ts';
import { checkStart, examineCloud, readHeader, readWhole } from './examine.ts';
import { cloudOf } from './record/cloud-record.ts';
import { frameOf, type ChosenUnits } from './frame.ts';
import { sampleInThread } from './sample-in-thread.ts';
import { annotationRoutes } from './annotations.ts';
import { deviationRoutes } from './deviations.ts';
import { clipRoutes } from './clips.ts';
import { georeferenceRoutes } from './georeference.ts';
import { startConversion } from './conversion.ts';
import { editRoutes } from './edits/routes.ts';
import { pointsExportRoutes } from './export/routes.ts';
import { takeImagesRoutes } from './e57-images/routes.ts';
import { imageRoutes, imagesOf } from './images.ts';
import { pointRoutes } from './query/routes.ts';
import { tileRoutes } from './query/tiles.ts';
import { sectionRoutes } from './sections/routes.ts';
import { linkRoutes } from './links.ts';
import { sendOctree } from './send-octree.ts';

type CloudFields = {
  surveyid?: string;
  name?: string;
  crs?: string;
  columns?: TextColumns | null;
  uploadId?: string;
} & ChosenUnits;

const clouds = new SurveyFiles<Pointcloud, CloudFields>({
  kind: 'pointcloud',
  downloads: ['pointcloud', 'pointcloud-image'],
  look: checkStart,
  examine: examineCloud,
  details: ({ crs, unit, heightUnit, columns, uploadId }, _language, { columns: former, ...before }) => ({
    ...before,
    // Of another file they are others.
    ...(former !== undefined && columns === undefined && uploadId === undefined && { columns: former }),
    ...(columns && { columns }),
    ...(crs && { crs }),
    ...(unit && { unit }),
    ...(heightUnit && { heightUnit }),
  }),
  answer: cloudOf,
});

export const routes: Route[] = [
  route(listPointclouds, (handling) => clouds.list(handling, handling.headers.projectid)),
  route(uploadPointcloud, async (handling) => {
    const { id } = await clouds.upload(handling, uploadPointcloud.body, handling.headers.projectid);
    return cloudOf(await startConversion(handling, id));
  }),
  route(lookAtPointcloud, async ({ body, caller, language, services }) => {
    requireViewer(caller, 'pointcloud');
    const row = await findUpload(services.db, caller, body.uploadId);
    if (row.kind !== 'pointcloud') throw new HttpError(422, 'uploads.other-kind', { name: row.name });
    const { read, head, whole } = await uploadedBytes(services, row);
    const header = await (whole ? readWhole : readHeader)(read, row.bytes, head, row.name).catch(
      (failure: unknown) => {
        // What follows may mend it.
        throw whole ? failure : new HttpError(409, 'uploads.incomplete', { name: row.name });
      },
    );
    const { name, bytes } = row;
    const text = lookAtText(header, { name, head, bytes }, body.columns, language);
    const hasColour = text ? text.columns.columns.includes('red') : header.hasColour;
    return { ...(await lookAtCloud({ ...header, hasColour }, body, language)), text };
  }),
  route(samplePointcloud, async ({ body, caller, language, services }) => {
    requireViewer(caller, 'pointcloud');
    const row = await findUpload(services.db, caller, body.uploadId);
    if (row.kind !== 'pointcloud') throw new HttpError(422, 'uploads.other-kind', { name: row.name });
    if (row.completedAt === null || row.key === null)
      throw new HttpError(409, 'uploads.incomplete', { name: row.name });
    const { read, head } = await uploadedBytes(services, row);
    const header = await readWhole(read, row.bytes, head, row.name);
    const frame = await frameOf(header, body.crs ?? header.crs, body);
    const task = {
      file: await services.storage.localPath(row.key),
      format: header.format,
      frame,
      columns: body.columns ?? header.columns,
      grids: await gridFiles(services),
    };
    const { crs, bounds, ...sample } = await sampleInThread(task, row.name);
    const place =
      header.min || !bounds ? null : await placeOf(header, { ...sample, crs, bounds }, frame, language);
    return { ...sample, place };
  }),
  route(getPointcloud, async (handling) => {
    const { caller, services, reply } = handling;
    const cloud = await clouds.get(handling);
    // Its images come and go without its version.
    void reply.header('cache-control', 'no-store');
    return { ...cloud, images: await imagesOf(services.db, caller, cloud.id) };
  }),
  route(updatePointcloud, async (handling) => {
    const { id } = await clouds.update(handling, updatePointcloud.body);
    return cloudOf(await startConversion(handling, id));
  }),
  route(deletePointcloud, (handling) => clouds.remove(handling)),
  route(downloadPointcloud, (handling) => clouds.download(handling)),
  route(convertPointcloud, async (handling) => {
    const { params, body } = handling;
    return cloudOf(await startConversion(handling, params.id, body));
  }),
  route(octreeFile, async ({ params, caller, services, request, reply }) => {
    const row = await findFile(services.db, caller, params.id, ['pointcloud']);
    return sendOctree(services.storage, row, params, request, reply);
  }),

  ...imageRoutes,
  ...takeImagesRoutes,
  ...pointRoutes,
  ...annotationRoutes,
  ...clipRoutes,
  ...deviationRoutes,
  ...georeferenceRoutes,
  ...editRoutes,
  ...pointsExportRoutes,
  ...linkRoutes,
  ...tileRoutes,
  ...sectionRoutes,
];
