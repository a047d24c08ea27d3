import { blurFile, downloadOriginal, findInFile, readBlur } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { tagVersion } from '../../http/versions.ts';
import { blurFileContent, storedBlur, WITH_PICTURES } from '../../shared/files/blur.ts';
import { findRegions } from '../../shared/files/find-regions.ts';
import { isPhoto } from '../../shared/files/pictures.ts';
import { asFile } from '../../shared/files/document.ts';
import { send } from '../../shared/files/send.ts';
import { findFile } from '../../shared/files/store.ts';

/** Regions of pictures that nobody sees without the right to the original. */
export const blurRoutes: Route[] = [
  route(readBlur, async ({ params, caller, services, reply }) => {
    const row = await findFile(services.db, caller, params.id, WITH_PICTURES);
    const { regions } = await storedBlur(services.db, row);
    tagVersion(reply, row.version);
    return {
      id: row.id,
      version: row.version,
      regions: regions ?? [],
      hasFinder: services.config.finder !== undefined,
    };
  }),

  route(blurFile, async ({ params, body, caller, ifMatch, services, reply }) => {
    const of = { id: params.id, ifMatch, kinds: ['document', 'pointcloud-image'] as const, describe: asFile };
    const row = await blurFileContent({ caller, services, regions: body.regions, ...of });
    tagVersion(reply, row.version);
    return asFile(row);
  }),

  route(findInFile, async ({ params, caller, services }) => {
    const row = await findFile(services.db, caller, params.id, ['document', 'pointcloud-image']);
    if (!isPhoto(row.mediaType)) throw new HttpError(422, 'files.blur-no-picture', { name: row.name });
    return findRegions(services, row);
  }),

  route(downloadOriginal, async ({ params, caller, request, reply, services }) => {
    const row = await findFile(services.db, caller, params.id, WITH_PICTURES);
    const { original } = await storedBlur(services.db, row);
    if (!original) throw new HttpError(404, 'files.no-original', { name: row.name });
    return send(services.storage, { ...original, name: row.name, tag: original.sha256 }, request, reply);
  }),
];
