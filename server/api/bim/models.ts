import {
  place,
  type BimModel,
  type BimPlacement,
  type FilePlace,
  type IfcHeader,
  type Language,
} from '#core/protocol';
import type { Services } from '../../platform/services/services.ts';
import { parsePart } from '../../http/parse.ts';
import { bytesOf } from '../../shared/files/bytes.ts';
import { HEAD_BYTES } from '../../shared/files/intake.ts';
import type { ReceivedContent } from '../../shared/files/receive.ts';
import { SurveyFiles } from '../surveys/survey-files.ts';
import { ZIP } from './ifc-file.ts';
import { parseIfcHead, refuseCutIfc } from './header.ts';
import { modelOf } from './record/record.ts';
import { headInZip, isZip } from './unpack.ts';

interface ModelFields {
  surveyid?: string;
  name?: string;
  center?: string | FilePlace | null;
  placement?: BimPlacement | null;
}

export const models = new SurveyFiles<BimModel, ModelFields>({
  kind: 'bim',
  look: (head, name) => (isZip(head) ? undefined : void parseIfcHead(head, name)),
  async examine(services, content) {
    if (isZip(content.head)) {
      const file = await services.storage.localPath(content.key);
      const head = await headInZip(file, content.name, HEAD_BYTES);
      return { mediaType: ZIP, facts: parseIfcHead(head, content.name) };
    }
    return { mediaType: 'application/x-step', facts: await headerOf(services, content) };
  },
  details({ center, placement }, language, before) {
    if (center === undefined && placement === undefined) return undefined;
    const isNone = center === '' || center === 'null' || center === null;
    return {
      ...before,
      ...(center !== undefined && { center: isNone ? undefined : centerOf(center, language) }),
      ...(placement !== undefined && { placement: placement ?? undefined }),
    };
  },
  answer: modelOf,
});

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
