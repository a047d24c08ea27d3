import { AppError } from '#core/kernel';
import {
  getPluginDocument,
  getPluginStoreUsage,
  listPluginDocumentVersions,
  PLUGIN_STORE,
  putPluginDocument,
  type AnswerOf,
} from '#core/protocol';
import { documentsInPage, headersFor, idIn } from './documents.ts';
import type { PluginContext } from './plugin-context.ts';
import type { ValuesOf } from './messages.ts';

interface OpenDocument {
  readonly value: unknown;
  readonly version: number;
}

/** In the page of an author documents have no history: each is its first version. */
const FIRST = 1;

/** A document with its version, as it is or as it was; undefined where there is none. */
export async function openDocument(
  context: PluginContext,
  { place, name, version }: ValuesOf<'store.open'>,
): Promise<OpenDocument | undefined> {
  const inPage = documentsInPage(context, { place });
  if (inPage) return inPage.has(name) ? { value: inPage.get(name), version: FIRST } : undefined;
  const query = version === undefined ? {} : { version };
  const request = { params: { id: idIn(context), name }, query, headers: headersFor(context, { place }) };
  try {
    return (await context.services.api.call(getPluginDocument, request)).data;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.status === 404) return undefined;
    throw thrown;
  }
}

/** Stores a document where its version is still the given one, 0 for none; resolves to the new version. */
export async function replaceDocument(
  context: PluginContext,
  { place, name, value, version }: ValuesOf<'store.replace'>,
): Promise<number> {
  const inPage = documentsInPage(context, { place });
  if (inPage) {
    if (version !== (inPage.has(name) ? FIRST : 0)) throw context.problem('document-changed', { name });
    inPage.set(name, value ?? null);
    return FIRST;
  }
  const headers = { ...headersFor(context, { place }), 'if-match': `"${version}"` };
  const request = { params: { id: idIn(context), name }, headers, body: { value: value ?? null } };
  try {
    return (await context.services.api.call(putPluginDocument, request)).data.version;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.status === 412)
      throw context.problem('document-changed', { name });
    throw thrown;
  }
}

export async function documentVersions(
  context: PluginContext,
  { place, name }: ValuesOf<'store.versions'>,
): Promise<AnswerOf<typeof listPluginDocumentVersions>> {
  const inPage = documentsInPage(context, { place });
  if (inPage) return [];
  const request = { params: { id: idIn(context), name }, headers: headersFor(context, { place }) };
  return (await context.services.api.call(listPluginDocumentVersions, request)).data;
}

export async function storeUsage(
  context: PluginContext,
  { place }: ValuesOf<'store.usage'>,
): Promise<AnswerOf<typeof getPluginStoreUsage>> {
  const inPage = documentsInPage(context, { place });
  if (inPage) {
    const bytes = new TextEncoder().encode(JSON.stringify([...inPage.values()])).length;
    const { documents: mostDocuments, total: mostBytes } = PLUGIN_STORE;
    return { documents: inPage.size, bytes, mostDocuments, mostBytes };
  }
  const request = { params: { id: idIn(context) }, headers: headersFor(context, { place }) };
  return (await context.services.api.call(getPluginStoreUsage, request)).data;
}
