import type { PhotoFacts } from '#core/protocol';
import type { Services } from '../../platform/services/services.ts';
import { factsOf, isPhoto, typeOf } from './pictures.ts';
import type { ReceivedContent } from './receive.ts';

/** The media type of a content, and the metadata of a picture. */
export async function lookAt(
  { storage }: Pick<Services, 'storage'>,
  content: ReceivedContent,
): Promise<{ mediaType: string; facts: PhotoFacts | null }> {
  const mediaType = await typeOf(content.head, content.name);
  if (!isPhoto(mediaType)) return { mediaType, facts: null };
  const facts = await factsOf(await storage.localPath(content.key));
  return { mediaType, facts: facts ?? null };
}
