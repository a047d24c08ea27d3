import { AppError } from '#core/kernel';
import {
  callOutside,
  deletePluginDocument,
  getPluginDocument,
  listPluginDocuments,
  putPluginDocument,
  type AnswerOf,
} from '#core/protocol';
import type { PluginContext } from './plugin-context.ts';
import type { ValuesOf } from './messages.ts';

/** A document that the plugin has stored; undefined where there is none. */
export async function readDocument(context: PluginContext, values: ValuesOf<'store.get'>): Promise<unknown> {
  const inPage = documentsInPage(context, values);
  if (inPage) return inPage.get(values.name);
  const request = { params: { id: idIn(context), name: values.name }, headers: headersFor(context, values) };
  try {
    return (await context.services.api.call(getPluginDocument, request)).data.value;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.status === 404) return undefined;
    throw thrown;
  }
}

export async function storeDocument(context: PluginContext, values: ValuesOf<'store.set'>): Promise<void> {
  const inPage = documentsInPage(context, values);
  if (inPage) return void inPage.set(values.name, values.value ?? null);
  await context.services.api.call(putPluginDocument, {
    params: { id: idIn(context), name: values.name },
    headers: headersFor(context, values),
    body: { value: values.value ?? null },
  });
}

export async function removeDocument(
  context: PluginContext,
  values: ValuesOf<'store.remove'>,
): Promise<void> {
  const inPage = documentsInPage(context, values);
  if (inPage) return void inPage.delete(values.name);
  await context.services.api.call(deletePluginDocument, {
    params: { id: idIn(context), name: values.name },
    headers: headersFor(context, values),
  });
}

export async function listDocuments(
  context: PluginContext,
  values: ValuesOf<'store.list'>,
): Promise<readonly string[]> {
  const inPage = documentsInPage(context, values);
  if (inPage) return [...inPage.keys()].sort();
  const request = { params: { id: idIn(context) }, headers: headersFor(context, values) };
  return (await context.services.api.call(listPluginDocuments, request)).data;
}

/** A request to another server, which the server makes. */
export async function fetchOutside(
  context: PluginContext,
  { url, method = 'GET', headers = {}, body }: ValuesOf<'fetch'>,
): Promise<AnswerOf<typeof callOutside>> {
  if (!URL.canParse(url)) throw context.problem('no-address', { url: url.slice(0, 200) });
  context.require(`net:${new URL(url).host}`);
  if (context.plugin.code !== undefined) throw context.problem('development-fetch');
  const request = { params: { id: context.plugin.id }, body: { url, method, headers, body } };
  return (await context.services.api.call(callOutside, request)).data;
}

export function idIn(context: PluginContext): string {
  context.require('store');
  return context.plugin.id;
}

export function headersFor(
  context: PluginContext,
  { place }: { place: 'project' | 'organization' },
): { projectid?: string } {
  return place === 'project' ? { projectid: context.open().project.id } : {};
}

const tried = new Map<string, Map<string, unknown>>();
/** Documents of a plugin that its author is writing, kept in this page; undefined for one that is installed. */
export function documentsInPage(
  context: PluginContext,
  { place }: { place: 'project' | 'organization' },
): Map<string, unknown> | undefined {
  const { code, manifest } = context.plugin;
  if (code === undefined) return undefined;
  context.require('store');
  const name = `${manifest.id} ${place === 'project' ? context.open().project.id : ''}`;
  let documents = tried.get(name);
  if (!documents) tried.set(name, (documents = new Map()));
  return documents;
}
