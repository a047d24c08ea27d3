import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { canonicalBytes, type AuthoredManifest } from '#core/protocol';

/** A key that signs plugins, with its public part. */
export interface SigningKey {
  privateKey: KeyObject;
  publicKey: string;
}

export function newSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, publicKey: publicKey.export({ format: 'jwk' }).x! };
}

export const WELLS: AuthoredManifest = {
  id: 'acme-wells',
  version: '1.0.0',
  groma: '^1',
  title: { en: 'Wells', it: 'Pozzi' },
  description: { en: 'Lists wells.', it: 'Elenca pozzi.' },
  permissions: ['objects.read:well', 'store'],
};

export type PackageFiles = Map<string, Uint8Array>;

/** The files of a package; `manifest` replaces fields of `WELLS`, `entry` the code. */
export function packageFiles(
  manifest: object = {},
  entry = '// Does nothing.\n',
  jobs?: string,
): PackageFiles {
  const sumOf = (code: string) => createHash('sha256').update(code).digest('hex');
  const sums = { 'entry.js': sumOf(entry), ...(jobs !== undefined && { 'jobs.js': sumOf(jobs) }) };
  const text = JSON.stringify({ format: 1, ...WELLS, files: sums, ...manifest });
  return new Map([
    ['manifest.json', Buffer.from(text)],
    ['entry.js', Buffer.from(entry)],
    ...(jobs === undefined ? [] : [['jobs.js', Buffer.from(jobs)] as [string, Buffer]]),
  ]);
}

export function signed(files: PackageFiles, { privateKey, publicKey }: SigningKey): PackageFiles {
  const hash = createHash('sha256').update(canonicalBytes(files)).digest('hex');
  const signature = sign(null, Buffer.from(hash), privateKey).toString('base64url');
  const text = JSON.stringify({ algorithm: 'ed25519', publicKey, hash, signature });
  return new Map([...files, ['signature.json', Buffer.from(text)]]);
}

export function zipped(files: PackageFiles): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}
