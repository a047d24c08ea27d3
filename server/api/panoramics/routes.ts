import {
  deletePanoramic,
  downloadPanoramic,
  getPanoramic,
  listPanoramics,
  updatePanoramic,
  uploadPanoramic,
  type Panoramic,
  type PhotoFacts,
} from '#core/protocol';
import { requireProject } from '../../shared/access/scope.ts';
import { lookAt } from '../../shared/files/look.ts';
import { isPhoto } from '../../shared/files/pictures.ts';
import { onlyContent, receive } from '../../shared/files/receive.ts';
import { requireViewer } from '../../shared/files/scope.ts';
import { send } from '../../shared/files/send.ts';
import {
  changeFile,
  contentOf,
  findFile,
  insertFile,
  readFiles,
  takeFile,
  type FileRow,
} from '../../shared/files/store.ts';
import { route, type Route } from '../../http/context.ts';
import { listed } from '../../http/list.ts';
import { HttpError } from '../../base/http-error.ts';
import { tagVersion } from '../../http/versions.ts';
import { placeAgain } from '../surveys/place-again.ts';
import type { Placing } from '../surveys/place.ts';
import { projectOfSurvey } from '../surveys/store.ts';

const MB = 1024 * 1024;
const MOST_BYTES = 512 * MB;
const KINDS = ['panoramic'] as const;

const UNPLACED: Placing = {
  position: null,
  heading: null,
  takenAt: null,
  placedBy: null,
  trackId: null,
  trackAt: null,
};

function asPanoramic(row: FileRow): Panoramic {
  const { side = null, ...placing } = row.details as Partial<Pick<Panoramic, 'side'> & Placing>;
  return {
    ...contentOf(row),
    surveyId: row.surveyId!,
    side,
    ...UNPLACED,
    ...placing,
    photo: row.facts as PhotoFacts | null,
  };
}

export const routes: Route[] = [
  route(listPanoramics, async ({ params, query, caller, services, reply }) => {
    requireViewer(caller, 'panoramic');
    await requireProject(services.db, caller, params.id);
    const of = { kinds: KINDS, projectId: params.id, surveyId: query.surveyid };
    const rows = await listed(reply, query, (asked) =>
      readFiles(services.db, caller, of, { ...asked, orderby: asked.orderby ?? 'track' }),
    );
    return rows.map((row) => asPanoramic(row));
  }),

  route(getPanoramic, async ({ params, caller, services, reply }) => {
    const row = await findFile(services.db, caller, params.id, KINDS);
    tagVersion(reply, row.version);
    return asPanoramic(row);
  }),

  route(downloadPanoramic, async ({ params, caller, request, reply, services }) => {
    const row = await findFile(services.db, caller, params.id, KINDS);
    return send(services.storage, { ...row, tag: row.sha256 }, request, reply);
  }),

  route(uploadPanoramic, async ({ caller, language, request, reply, services }) => {
    requireViewer(caller, 'panoramic');
    const schema = uploadPanoramic.body;
    const made = await receive(
      { request, services, language, schema, limit: MOST_BYTES },
      async ({ surveyid, side }, contents) => {
        const content = onlyContent(contents);
        await projectOfSurvey(services.db, caller, surveyid);
        const looked = await lookAt(services, content);
        if (!isPhoto(looked.mediaType))
          throw new HttpError(422, 'panoramics.no-picture', { name: content.name });
        return services.db.transaction(async (tx) => {
          const projectId = await projectOfSurvey(tx, caller, surveyid);
          const details = { ...UNPLACED, ...(side && { side }) };
          const file = { projectId, surveyId: surveyid, name: content.name, content, ...looked, details };
          const id = await insertFile(tx, caller, { kind: 'panoramic', ...file });
          await placeAgain(tx, caller, surveyid, undefined, id);
          return findFile(tx, caller, id, KINDS);
        });
      },
    );
    void reply.code(201);
    tagVersion(reply, made.version);
    return asPanoramic(made);
  }),

  route(updatePanoramic, async ({ params, body, caller, ifMatch, services, reply }) => {
    const changed = await services.db.transaction(async (tx) => {
      const row = await takeFile(tx, caller, params.id, KINDS, ifMatch, asPanoramic);
      const { position, heading, side } = body;
      const byHand = position ?? heading ?? undefined;
      const details = {
        ...row.details,
        ...(position !== undefined && { position }),
        ...(heading !== undefined && { heading: heading === null ? null : heading % 360 }),
        ...(side !== undefined && { side }),
        ...(byHand !== undefined && { placedBy: 'person' }),
        ...(position === null && { placedBy: null }),
      };
      await changeFile(tx, caller, row, { details });
      if (position === null) await placeAgain(tx, caller, row.surveyId!, undefined, row.id);
      return findFile(tx, caller, row.id, KINDS);
    });
    tagVersion(reply, changed.version);
    return asPanoramic(changed);
  }),

  route(deletePanoramic, async ({ params, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      const row = await takeFile(tx, caller, params.id, KINDS, ifMatch, asPanoramic);
      await tx.query('delete from files where id = $1', [row.id]);
    });
    return undefined;
  }),
];
