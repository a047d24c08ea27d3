import { HttpError } from '../../base/http-error.ts';
import { cleanName } from './names.ts';

const MAX_DEPTH = 8;
const MAX_TAGS = 20;
const MAX_TAG = 60;

/** A folder whose names every system accepts, `/` between them; empty at the top. Throws HttpError 422. */
export function folderOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const parts = given.split(/[\\/]/).filter((part) => part.trim() !== '');
  const names = parts.map(cleanName);
  if (names.length > MAX_DEPTH || names.includes(undefined))
    throw new HttpError(422, 'files.no-folder', { folder: given.slice(0, 60), depth: MAX_DEPTH });
  return names.join('/');
}

/** Tags as a list or joined with `;`, each once. Throws HttpError 422. */
export function tagsOf(given: string | readonly string[] | undefined): string[] | undefined {
  if (given === undefined) return undefined;
  const plain = [given]
    .flat()
    .join(';')
    .replace(/[\p{Control}\p{Surrogate}]/gu, ' ')
    .split(';');
  const tags = [...new Set(plain.map((tag) => tag.trim().replace(/\s+/g, ' ')).filter((tag) => tag !== ''))];
  if (tags.length > MAX_TAGS || tags.some((tag) => tag.length > MAX_TAG))
    throw new HttpError(422, 'files.too-many-tags', { most: MAX_TAGS, letters: MAX_TAG });
  return tags;
}
