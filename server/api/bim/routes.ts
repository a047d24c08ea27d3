import {
  deleteBim,
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
import { bytesOf } from '../../shared/files/bytes.ts';
import type { ReceivedContent } from '../../shared/files/receive.ts';
import { contentOf, type FileRow } from '../../shared/files/store.ts';
import { route, type Route } from '../../http/context.ts';
import type { Services } from '../../platform/services/services.ts';
import { parsePart } from '../../http/parse.ts';
import { SurveyFiles } from '../surveys/survey-files.ts';
import { parseIfcHead, refuseCutIfc } from './header.ts';

function asModel(row: FileRow): BimModel {
  return {
    ...contentOf(row),
    surveyId: row.surveyId,
    center: (row.details['center'] as FilePlace | undefined) ?? null,
    header: row.facts as IfcHeader,
  };
}

const models = new SurveyFiles<BimModel, { surveyid?: string; name?: string; center?: string }>({
  kind: 'bim',
  look: parseIfcHead,
  async examine(services, content) {
    return { mediaType: 'application/x-step', facts: await headerOf(services, content) };
  },
  details({ center }, language, before) {
    if (center === undefined) return undefined;
    return { ...before, center: center === '' || center === 'null' ? undefined : centerOf(center, language) };
  },
  answer: asModel,
});

export const routes: Route[] = [
  route(listBim, (handling) => models.list(handling, handling.headers.projectid)),
  route(uploadBim, (handling) => models.upload(handling, uploadBim.body, handling.headers.projectid)),
  route(getBim, (handling) => models.get(handling)),
  route(updateBim, (handling) => models.update(handling, updateBim.body)),
  route(deleteBim, (handling) => models.remove(handling)),
  route(downloadBim, (handling) => models.download(handling)),
];

async function headerOf(
  { storage }: Services,
  { key, name, head, bytes }: ReceivedContent,
): Promise<IfcHeader> {
  const header = parseIfcHead(head, name);
  refuseCutIfc(await bytesOf(storage, key, Math.max(0, bytes - 4096), bytes - 1), name);
  return header;
}

/** Parses `12.4964,41.9028,57.25`. Throws 400 when it is out of range. */
function centerOf(text: string, language: Language): FilePlace {
  return parsePart('body', place, text.replaceAll(/[[\]]/g, '').split(',').map(Number), language);
}
