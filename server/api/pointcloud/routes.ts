import {
  deletePointcloud,
  downloadPointcloud,
  getPointcloud,
  listPointclouds,
  updatePointcloud,
  uploadPointcloud,
  type CloudHeader,
  type Pointcloud,
} from '#core/protocol';
import { bytesOf } from '../../shared/files/bytes.ts';
import type { ReceivedContent } from '../../shared/files/receive.ts';
import { contentOf, type FileRow } from '../../shared/files/store.ts';
import { route, type Route } from '../../http/context.ts';
import type { Services } from '../../platform/services/services.ts';
import { SurveyFiles } from '../surveys/survey-files.ts';
import { parseHead, readCloudHeader } from './header.ts';
import { imageRoutes, imagesOf } from './images.ts';

const GB = 1024 ** 3;

function asCloud(row: FileRow): Pointcloud {
  const header = row.facts as CloudHeader;
  return {
    ...contentOf(row),
    surveyId: row.surveyId,
    crs: (row.details['crs'] as string | undefined) ?? header.crs,
    header,
  };
}

const clouds = new SurveyFiles<Pointcloud, { surveyid?: string; name?: string; crs?: string }>({
  kind: 'pointcloud',
  downloads: ['pointcloud', 'pointcloud-image'],
  limit: 100 * GB,
  look: parseHead,
  examine: lookInto,
  details: ({ crs }, _language, before) => (crs ? { ...before, crs } : undefined),
  answer: asCloud,
});

export const routes: Route[] = [
  route(listPointclouds, (handling) => clouds.list(handling, handling.headers.projectid)),
  route(uploadPointcloud, (handling) =>
    clouds.upload(handling, uploadPointcloud.body, handling.headers.projectid),
  ),
  route(getPointcloud, async (handling) => {
    const { caller, services, reply } = handling;
    const cloud = await clouds.get(handling);
    // Its images come and go without its version.
    void reply.header('cache-control', 'no-store');
    return { ...cloud, images: await imagesOf(services.db, caller, cloud.id) };
  }),
  route(updatePointcloud, (handling) => clouds.update(handling, updatePointcloud.body)),
  route(deletePointcloud, (handling) => clouds.remove(handling)),
  route(downloadPointcloud, (handling) => clouds.download(handling)),

  ...imageRoutes,
];

async function lookInto(
  { storage }: Services,
  { key, name, head, bytes }: ReceivedContent,
): Promise<{ mediaType: string; facts: CloudHeader }> {
  const facts = await readCloudHeader((start, end) => bytesOf(storage, key, start, end), bytes, head, name);
  return { mediaType: facts.format === 'las' ? 'application/vnd.las' : 'application/vnd.laszip', facts };
}
