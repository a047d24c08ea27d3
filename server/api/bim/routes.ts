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
  findBimElements,
  findBimItems,
  getBimElement,
  listBimChanges,
  listBimLinks,
  listBimVersions,
  listLinksToBim,
  downloadBim,
  getBim,
  listBim,
  place,
  updateBim,
  uploadBim,
  type BimModel,
  type IfcHeader,
  type Language,
  type FilePlace,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { sentence } from '../../base/language.ts';
import { requireProject } from '../../shared/access/scope.ts';
import { requireViewer } from '../../shared/files/scope.ts';
import { bytesOf } from '../../shared/files/bytes.ts';
import type { ReceivedContent } from '../../shared/files/receive.ts';
import { contentOf, findFile, type FileRow } from '../../shared/files/store.ts';
import { route, type Route } from '../../http/context.ts';
import type { Services } from '../../platform/services/services.ts';
import { parsePart } from '../../http/parse.ts';
import { SurveyFiles } from '../surveys/survey-files.ts';
import { parseIfcHead, refuseCutIfc } from './header.ts';

function asModel(row: FileRow): BimModel {
  const header = row.facts as IfcHeader;
  return {
    ...contentOf(row),
    surveyId: row.surveyId,
    center: (row.details['center'] as FilePlace | undefined) ?? null,
    header,
    state: 'failed',
    jobId: null,
    error: sentence('en', 'bim.not-converted', { name: row.name }),
    schema: header.schema,
    content: null,
    elementCount: null,
    lengthUnit: null,
    box: null,
    origin: null,
    parts: [],
    notes: [],
    georeference: null,
    placement: null,
  };
}

type SentCenter = string | FilePlace | null;

const models = new SurveyFiles<BimModel, { surveyid?: string; name?: string; center?: SentCenter }>({
  kind: 'bim',
  look: parseIfcHead,
  async examine(services, content) {
    return { mediaType: 'application/x-step', facts: await headerOf(services, content) };
  },
  details({ center }, language, before) {
    if (center === undefined) return undefined;
    const isNone = center === '' || center === 'null' || center === null;
    return { ...before, center: isNone ? undefined : centerOf(center, language) };
  },
  answer: asModel,
});

/** Calls about what a conversion makes. */
const CONVERTED = [
  convertBim,
  bimFragments,
  bimGlobeFile,
  bimFootprint,
  listBimVersions,
  listBimChanges,
  bimTree,
  bimProperties,
  findBimElements,
  findBimItems,
  getBimElement,
  listBimLinks,
  createBimLinks,
  deleteBimLink,
] as const;

export const routes: Route[] = [
  route(listBim, (handling) => models.list(handling, handling.headers.projectid)),
  route(uploadBim, (handling) => models.upload(handling, uploadBim.body, handling.headers.projectid)),
  route(getBim, (handling) => models.get(handling)),
  route(updateBim, (handling) => models.update(handling, updateBim.body)),
  route(deleteBim, (handling) => models.remove(handling)),
  route(downloadBim, (handling) => models.download(handling)),
  ...CONVERTED.map((call) =>
    route(call, async ({ params, caller, services }) => findConverted(services, caller, params.id)),
  ),
  route(listLinksToBim, async ({ headers, caller, services }) => {
    requireViewer(caller, 'bim');
    await requireProject(services.db, caller, headers.projectid);
    throw new HttpError(409, 'bim.not-ready', { name: 'BIM' });
  }),
];

async function findConverted({ db }: Services, caller: Caller, id: string): Promise<undefined> {
  const { name } = await findFile(db, caller, id, ['bim']);
  throw new HttpError(409, 'bim.not-ready', { name });
}

async function headerOf(
  { storage }: Services,
  { key, name, head, bytes }: ReceivedContent,
): Promise<IfcHeader> {
  const header = parseIfcHead(head, name);
  refuseCutIfc(await bytesOf(storage, key, Math.max(0, bytes - 4096), bytes - 1), name);
  return header;
}

/** Parses `12.4964,41.9028,57.25`. Throws 400 when it is out of range. */
function centerOf(text: string | FilePlace, language: Language): FilePlace {
  if (typeof text !== 'string') return text;
  return parsePart('body', place, text.replaceAll(/[[\]]/g, '').split(',').map(Number), language);
}
