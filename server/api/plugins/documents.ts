import {
  deletePluginDocument,
  getPluginDocument,
  listPluginDocuments,
  putPluginDocument,
} from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { Precomposed } from '../../base/precomposed.ts';
import { route, type Route } from '../../http/context.ts';
import { expectedVersion, tagVersion } from '../../http/versions.ts';
import { listStored, readStored, removeStored, storeDocument } from './stored-documents.ts';

const placeOf = (
  { id, name = '' }: { id: string; name?: string },
  headers: { projectid?: string | undefined },
) => ({
  id,
  name,
  projectId: headers.projectid,
});

export const documentRoutes: Route[] = [
  route(listPluginDocuments, ({ params, headers, caller, services }) =>
    listStored(services.db, caller, placeOf(params, headers)),
  ),

  route(getPluginDocument, async ({ params, query, headers, caller, services, reply }) => {
    const found = await readStored(services.db, caller, placeOf(params, headers), query.version);
    if (!found) throw new HttpError(404, 'http.not-found');
    tagVersion(reply, found.version);
    return new Precomposed(`{"value":${found.value},"version":${found.version}}`);
  }),

  route(putPluginDocument, async ({ params, headers, body, caller, services, request, reply }) => {
    const expected = headers['if-match'] === undefined ? undefined : expectedVersion(request);
    const value = JSON.stringify(body.value ?? null);
    const version = await storeDocument(services.db, caller, placeOf(params, headers), value, expected);
    tagVersion(reply, version);
    return { version };
  }),

  route(deletePluginDocument, async ({ params, headers, caller, services }) => {
    await removeStored(services.db, caller, placeOf(params, headers));
    return undefined;
  }),
];
