import type { PhotoFacts } from '#core/protocol';
import type { Services } from '../../platform/services/services.ts';
import { factsOf, isPhoto, typeOf } from './pictures.ts';
import type { ReceivedContent } from './receive.ts';
import { refuseInfected } from './virus-scan.ts';

/** The media type of a content, and the metadata of a picture. Throws HttpError where a scanner of viruses refuses it. */
export async function lookAt(
  { storage, config }: Pick<Services, 'storage' | 'config'>,
  content: ReceivedContent,
): Promise<{ mediaType: string; facts: PhotoFacts | null }> {
  if (config.scanner) await refuseInfected(config.scanner, await storage.read(content.key), content.name);
  const mediaType = await typeOf(content.head, content.name);
  if (!isPhoto(mediaType)) return { mediaType, facts: null };
  const facts = await factsOf(await storage.localPath(content.key));
  return { mediaType, facts: facts ?? null };
}
