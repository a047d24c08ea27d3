import { createHash } from 'node:crypto';
import {
  INDEX_FILE,
  listPluginOffers,
  PACKAGE_LIMITS,
  packageFile,
  packageIndex,
  takePluginOffer,
  type Language,
  type PluginOffer,
} from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { sentence } from '../../base/language.ts';
import { route, type Route } from '../../http/context.ts';
import { tagVersion } from '../../http/versions.ts';
import { untilGone } from '../../http/until-gone.ts';
import type { Services } from '../../platform/services/services.ts';
import { listFolder, readFromFolder } from './offers-folder.ts';
import { checkPackage } from './package.ts';
import { takePackage } from './upload.ts';

const TIMEOUT = 30_000;

export const offerRoutes: Route[] = [
  route(listPluginOffers, async ({ body: { address }, language, reply, services }) => {
    const folder = services.config.pluginFolder;
    const hasFolder = folder !== undefined;
    if (address !== undefined) {
      const packages = await offersAt(services, address, language, untilGone(reply));
      return { hasFolder, packages, more: 0 };
    }
    if (!hasFolder) return { hasFolder, packages: [], more: 0 };
    const { names, more } = await listFolder(folder);
    const packages: PluginOffer[] = [];
    // One after the other: each is unpacked.
    for (const file of names)
      packages.push(await offerOf(file, () => readFromFolder(folder, file), language));
    return { hasFolder, packages, more };
  }),

  route(takePluginOffer, async ({ body, caller, language, reply, services }) => {
    const { address, file, sha256 } = body;
    const bytes =
      address === undefined
        ? await readFromFolder(services.config.pluginFolder, file)
        : await fetchBytes(services, new URL(file, indexAt(address)), untilGone(reply));
    if (sha256 !== undefined && sha256 !== sumOf(bytes))
      throw new HttpError(422, 'plugins.offer-changed', { file });
    const plugin = await takePackage(services, caller, bytes, language);
    void reply.code(201);
    tagVersion(reply, plugin.version);
    return plugin;
  }),
];

/** What a registry offers: its list, or the one package that the address names. */
async function offersAt(
  services: Services,
  address: string,
  language: Language,
  signal: AbortSignal,
): Promise<PluginOffer[]> {
  const url = indexAt(address);
  const bytes = await fetchBytes(services, url, signal);
  const file = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  if (packageFile.safeParse(file).success)
    return [await offerOf(file, () => Promise.resolve(bytes), language)];
  const parsed = packageIndex.safeParse(jsonOf(bytes));
  if (!parsed.success) throw new HttpError(422, 'plugins.no-index', { address: url.href.slice(0, 200) });
  return parsed.data.packages.map((each) => ({ ...each, problem: null }));
}

/** The list of a folder, or the file that is named itself. Throws 422. */
function indexAt(address: string): URL {
  const url = addressOf(address);
  return url.pathname.endsWith('/') ? new URL(INDEX_FILE, url) : url;
}

/** Throws 422 for what is no address of the web. */
export function addressOf(typed: string): URL {
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw new HttpError(422, 'outgoing.address', { address: typed.slice(0, 200) });
}

async function fetchBytes({ outgoing, config }: Services, url: URL, signal: AbortSignal): Promise<Buffer> {
  const response = await outgoing.fetch(url, {
    headers: { 'user-agent': `Groma/${config.version}` },
    internal: config.pluginHosts ?? [],
    timeout: TIMEOUT,
    maxBytes: PACKAGE_LIMITS.zip,
    signal,
  });
  if (response.ok) return Buffer.from(await response.arrayBuffer());
  await response.body?.cancel();
  throw new HttpError(502, 'plugins.offer-status', { host: url.host, status: response.status });
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** A package that was read, or the sentence why it cannot be taken. */
async function offerOf(file: string, read: () => Promise<Buffer>, language: Language): Promise<PluginOffer> {
  try {
    const bytes = await read();
    const { manifest } = await checkPackage(bytes, language);
    const { id, version, title } = manifest;
    return { file, id, version, title, sha256: sumOf(bytes), problem: null };
  } catch (thrown) {
    if (!(thrown instanceof HttpError)) throw thrown;
    const problem = sentence(language, thrown.key, thrown.values);
    return { file, id: null, version: null, title: null, sha256: null, problem };
  }
}

const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
