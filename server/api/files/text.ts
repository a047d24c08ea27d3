import { MAX_TEXT, readFileText } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { route } from '../../http/context.ts';
import { officePdf } from '../../shared/files/office-pdf.ts';
import { hasText, textOf } from '../../shared/files/pictures.ts';
import { findFile } from '../../shared/files/store.ts';
import { cleaned } from '../../base/clean-text.ts';
import { contentOfVersion } from '../../shared/files/versions.ts';

/** What a PDF, a text or an office file says. */
export const textRoute = route(readFileText, async ({ params, query, caller, services }) => {
  const row = await findFile(services.db, caller, params.id, ['document']);
  const content = await contentOfVersion(services.db, caller, row, query.version);
  const { key, mediaType } = content;
  if (!hasText(mediaType)) throw new HttpError(422, 'files.no-text', { name: row.name });
  const read = await textOf(await services.storage.localPath(key), mediaType, MAX_TEXT + 1);
  if (!read) throw new HttpError(422, 'files.unreadable-text', { name: row.name });
  const text = cleaned(read.text);
  const pdf = query.pages === 'true' ? await officePdf(services, content) : undefined;
  const drawn = pdf && (await textOf(await services.storage.localPath(pdf), 'application/pdf', 0));
  const pages = drawn ? drawn.pages : read.pages;
  return { text: text.slice(0, MAX_TEXT), pages, cut: text.length > MAX_TEXT };
});
