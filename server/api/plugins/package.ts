import { createHash, createPublicKey, verify } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type * as z from 'zod/mini';
import {
  canonicalBytes,
  faultIn,
  ENTRY_FILE,
  JOBS_FILE,
  MANIFEST_FILE,
  packageManifest,
  packageSignature,
  servesApi,
  SIGNATURE_FILE,
  type Language,
  type PackageManifest,
} from '#core/protocol';
import { hasUnstorable } from '../../base/clean-text.ts';
import { HttpError } from '../../base/http-error.ts';
import { parsePart } from '../../http/parse.ts';
import { isWeakKey } from './weak-keys.ts';
import { unzipPackage } from './unzip.ts';

/** A package whose files are what its manifest says, signed by the holder of `publicKey`. */
export interface CheckedPackage {
  manifest: PackageManifest;
  entry: Buffer;
  sha256: string;
  jobs: Buffer | undefined;
  publicKey: string;
}

/** Throws 422 saying what is wrong with a package. Whether its key is accepted is for the caller to decide. */
export async function checkPackage(bytes: Buffer, language: Language): Promise<CheckedPackage> {
  const files = await unzipPackage(bytes);
  const manifest = read(files, MANIFEST_FILE, packageManifest, language);
  if (!servesApi(manifest.groma)) throw new HttpError(422, 'plugins.other-api', { groma: manifest.groma });
  if (namesOfOurs().has(manifest.id)) throw new HttpError(422, 'plugins.name-of-ours', { name: manifest.id });
  const fault = faultIn(manifest);
  if (fault) throw new HttpError(422, `plugins.fault.${fault.rule}`, { at: fault.at, name: manifest.id });
  const entry = files.get(ENTRY_FILE)!;
  const sha256 = createHash('sha256').update(entry).digest('hex');
  if (manifest.files[ENTRY_FILE] !== sha256)
    throw new HttpError(422, 'plugins.swapped-file', { name: ENTRY_FILE });
  return { manifest, entry, sha256, jobs: jobsOf(manifest, files), publicKey: signerOf(files, language) };
}

/** The code of its jobs, where it has some. */
function jobsOf(
  { id, jobs, files: sums }: PackageManifest,
  files: ReadonlyMap<string, Buffer>,
): Buffer | undefined {
  const code = files.get(JOBS_FILE);
  if (jobs.length > 0 !== (code !== undefined))
    throw new HttpError(422, 'plugins.jobs-and-file', { name: id });
  const sum = code && createHash('sha256').update(code).digest('hex');
  if (sum !== sums[JOBS_FILE]) throw new HttpError(422, 'plugins.swapped-file', { name: JOBS_FILE });
  return code;
}

function signerOf(files: ReadonlyMap<string, Buffer>, language: Language): string {
  if (!files.has(SIGNATURE_FILE)) throw new HttpError(422, 'plugins.unsigned');
  const { publicKey, hash, signature } = read(files, SIGNATURE_FILE, packageSignature, language);
  const actual = createHash('sha256').update(canonicalBytes(files)).digest('hex');
  if (hash !== actual || !isSigned(hash, signature, publicKey))
    throw new HttpError(422, 'plugins.wrong-signature');
  return publicKey;
}

function isSigned(text: string, signature: string, x: string): boolean {
  if (isWeakKey(x)) return false;
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}

function read<S extends z.core.$ZodType>(
  files: ReadonlyMap<string, Buffer>,
  name: string,
  schema: S,
  language: Language,
): z.output<S> {
  let value: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(files.get(name));
    value = JSON.parse(text);
    if (hasUnstorable(value)) throw new Error('Not storable.');
  } catch {
    throw new HttpError(422, 'plugins.no-json', { name });
  }
  try {
    return parsePart('body', schema, value, language);
  } catch (thrown) {
    const [first] = (thrown instanceof HttpError && thrown.more.errors) || [];
    if (!first) throw thrown;
    const path = first.path.replace(/^body\.?/, '');
    const reason = path === '' ? first.message : `${path}: ${first.message}`;
    throw new HttpError(422, 'plugins.malformed', { name, reason: reason.replace(/\.$/, '') });
  }
}

let ours: ReadonlySet<string> | undefined;
/** Names of texts that Groma has itself: its plugins, and its other parts. */
function namesOfOurs(): ReadonlySet<string> {
  ours ??= new Set(
    readdirSync(new URL('../../../locales/en/', import.meta.url)).map((file) => file.replace(/\.json$/, '')),
  );
  return ours;
}
