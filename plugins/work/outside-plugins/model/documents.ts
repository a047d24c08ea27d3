import { AppError } from '#core/kernel';
import {
  callOutside,
  deletePluginDocument,
  getPluginDocument,
  listPluginDocuments,
  putPluginDocument,
  type AnswerOf,
} from '#core/protocol';
import type { Desk } from './desk.ts';
import type { ValuesOf } from './messages.ts';

/** A document that the plugin has stored; undefined where there is none. */
export async function readDocument(desk: Desk, values: ValuesOf<'store.get'>): Promise<unknown> {
  const request = { params: { id: idIn(desk), name: values.name }, headers: headersFor(desk, values) };
  try {
    return (await desk.reach.api.call(getPluginDocument, request)).data.value;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.status === 404) return undefined;
    throw thrown;
  }
}

export async function storeDocument(desk: Desk, values: ValuesOf<'store.set'>): Promise<void> {
  await desk.reach.api.call(putPluginDocument, {
    params: { id: idIn(desk), name: values.name },
    headers: headersFor(desk, values),
    body: { value: values.value ?? null },
  });
}

export async function removeDocument(desk: Desk, values: ValuesOf<'store.remove'>): Promise<void> {
  await desk.reach.api.call(deletePluginDocument, {
    params: { id: idIn(desk), name: values.name },
    headers: headersFor(desk, values),
  });
}

export async function listDocuments(desk: Desk, values: ValuesOf<'store.list'>): Promise<readonly string[]> {
  const request = { params: { id: idIn(desk) }, headers: headersFor(desk, values) };
  return (await desk.reach.api.call(listPluginDocuments, request)).data;
}

/** A request to another server, which the server makes. */
export async function fetchOutside(
  desk: Desk,
  { url, method = 'GET', headers = {}, body }: ValuesOf<'fetch'>,
): Promise<AnswerOf<typeof callOutside>> {
  if (!URL.canParse(url)) throw desk.problem('no-address', { url: url.slice(0, 200) });
  desk.require(`net:${new URL(url).host}`);
  const request = { params: { id: desk.plugin.id }, body: { url, method, headers, body } };
  return (await desk.reach.api.call(callOutside, request)).data;
}

function idIn(desk: Desk): string {
  desk.require('store');
  return desk.plugin.id;
}

function headersFor(desk: Desk, { place }: { place: 'project' | 'organization' }): { projectid?: string } {
  return place === 'project' ? { projectid: desk.open().project.id } : {};
}
