import {
  bimFootprint,
  bimFragments,
  bimGlobeFile,
  bimProperties,
  bimTree,
  convertBim,
  createBimLinks,
  deleteBim,
  deleteBimLink,
  downloadBim,
  findBimElements,
  findBimItems,
  getBim,
  getBimElement,
  listBim,
  listBimChanges,
  listBimLinks,
  listBimVersions,
  listLinksToBim,
  searchBim,
  updateBim,
  uploadBim,
} from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { tagVersion } from '../../http/versions.ts';
import { listed } from '../../http/list.ts';
import { requireProject } from '../../shared/access/scope.ts';
import { readLinks } from '../../shared/bim/links.ts';
import { requireViewer } from '../../shared/files/scope.ts';
import { findFile, readFiles } from '../../shared/files/store.ts';
import { startConversion } from './conversion.ts';
import { findEdition } from './record/edition.ts';
import { findElements, findItems } from './elements/find.ts';
import { resolveLinked, withLinks } from './elements/linked.ts';
import { elementOf } from './elements/one.ts';
import { searchElements } from './elements/search.ts';
import { propertiesOf, treeOf } from './elements/tree.ts';
import { addLinks, removeLink } from './link-elements.ts';
import { models } from './models.ts';
import { footprintOf, tilesetOf } from './map/on-map.ts';
import { placeRoutes } from './map/place-routes.ts';
import { placedModel } from './record/record.ts';
import { sendEditionFile } from './send.ts';
import { changesOf, compared, versionsOf } from './versions.ts';

export const routes: Route[] = [
  route(listBim, async ({ caller, services, reply, query, headers, language }) => {
    const { db } = services;
    requireViewer(caller, 'bim');
    if (headers.projectid) await requireProject(db, caller, headers.projectid);
    const of = {
      kinds: ['bim' as const],
      projectId: headers.projectid,
      surveyId: query.surveyid,
      id: query.id,
    };
    const rows = await listed(reply, query, (page) => readFiles(db, caller, of, page));
    return Promise.all(rows.map((row) => placedModel(db, row, language)));
  }),
  route(uploadBim, async (handling) => {
    const { id } = await models.upload(handling, uploadBim.body, handling.headers.projectid);
    return placedModel(handling.services.db, await startConversion(handling, id), handling.language);
  }),
  route(getBim, async ({ params, caller, services, reply, language }) => {
    const row = await findFile(services.db, caller, params.id, ['bim']);
    tagVersion(reply, row.version);
    // Its state, and where it stands, change without its version.
    void reply.header('cache-control', 'no-store');
    return placedModel(services.db, row, language);
  }),
  route(updateBim, async (handling) => {
    const { id } = await models.update(handling, updateBim.body);
    return placedModel(handling.services.db, await startConversion(handling, id), handling.language);
  }),
  route(deleteBim, (handling) => models.remove(handling)),
  route(downloadBim, (handling) => models.download(handling)),
  route(convertBim, async (handling) => {
    const row = await startConversion(handling, handling.params.id, true);
    return placedModel(handling.services.db, row, handling.language);
  }),
  route(bimFragments, ({ params: { id, version, part }, caller, services, request, reply }) =>
    sendEditionFile(services, caller, { id, edition: version, file: `${part}.frag` }, request, reply),
  ),
  route(
    bimGlobeFile,
    async ({ params: { id, version, file }, caller, services, request, reply, language }) => {
      if (file !== 'tileset.json')
        return sendEditionFile(services, caller, { id, edition: version, file }, request, reply);
      const edition = await findEdition(services.db, caller, id);
      if (edition.edition !== version) throw new HttpError(404, 'http.not-found');
      void reply.header('cache-control', 'no-store');
      return reply.send(await tilesetOf(services.db, edition, language));
    },
  ),
  route(bimFootprint, async ({ params, caller, services, language }) =>
    footprintOf(services.db, await findEdition(services.db, caller, params.id), language),
  ),
  route(listBimVersions, async ({ params, caller, services, language }) =>
    versionsOf(services.db, await findFile(services.db, caller, params.id, ['bim']), language),
  ),
  route(listBimChanges, async ({ params, caller, services, query }) => {
    const row = await findFile(services.db, caller, params.id, ['bim']);
    return changesOf(services.db, await compared(services.db, row, params.version, query.since), query);
  }),
  route(bimTree, async ({ params, caller, services, query }) => {
    const { edition } = await findEdition(services.db, caller, params.id, query.content);
    return treeOf(services.db, edition);
  }),
  route(bimProperties, async ({ params, caller, services, query }) => {
    const { edition } = await findEdition(services.db, caller, params.id, query.content);
    return propertiesOf(services.db, edition);
  }),
  route(findBimElements, async ({ params, caller, services, body: { content, ...wanted } }) => {
    const { db } = services;
    const { edition, row } = await findEdition(db, caller, params.id, content);
    const found = await findElements(db, edition, await resolveLinked(db, caller, row.id, wanted));
    return { ...found, elements: await withLinks(db, caller, row.id, found.elements) };
  }),
  route(findBimItems, async ({ params, caller, services, body: { content, ...wanted } }) => {
    const { db } = services;
    const { edition, row } = await findEdition(db, caller, params.id, content);
    return findItems(db, edition, await resolveLinked(db, caller, row.id, wanted));
  }),
  route(searchBim, async ({ headers, query, caller, services }) => {
    requireViewer(caller, 'bim');
    await requireProject(services.db, caller, headers.projectid);
    return searchElements(services.db, caller, headers.projectid, query.text);
  }),
  route(getBimElement, async ({ params, caller, services, query }) => {
    const { edition } = await findEdition(services.db, caller, params.id, query.content);
    return elementOf(services.db, edition, params.globalId);
  }),
  route(listBimLinks, async ({ params, caller, services, query }) => {
    const { id } = await findFile(services.db, caller, params.id, ['bim']);
    return readLinks(services.db, caller, { modelId: id, globalId: query.globalId });
  }),
  route(listLinksToBim, async ({ headers, caller, services, query }) => {
    requireViewer(caller, 'bim');
    await requireProject(services.db, caller, headers.projectid);
    return readLinks(services.db, caller, { projectId: headers.projectid, ...query });
  }),
  route(createBimLinks, async ({ params, caller, services, body, reply }) => {
    const { row, edition } = await findEdition(services.db, caller, params.id);
    const made = await services.db.transaction((tx) => addLinks(tx, caller, row, edition, body));
    void reply.code(201);
    return made;
  }),
  route(deleteBimLink, async ({ params, caller, services }) => {
    const { id } = await findFile(services.db, caller, params.id, ['bim']);
    await services.db.transaction((tx) => removeLink(tx, caller, id, params.linkId));
    return undefined;
  }),
  ...placeRoutes,
];
