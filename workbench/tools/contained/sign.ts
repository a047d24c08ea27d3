import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { canonicalBytes, SIGNATURE_FILE, type PackageSignature } from '../../../core/protocol/index.ts';

/** Makes a key, in a file that only its owner can read. Throws where there is one already. Returns its public part. */
export function makeKey(file: string): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(file, pem, { mode: 0o600, flag: 'wx' });
  chmodSync(file, 0o600);
  return publicPartOf(file);
}

/** The public part of a key file, as administrators see it. */
export function publicPartOf(file: string): string {
  return createPublicKey(readKey(file)).export({ format: 'jwk' }).x!;
}

/** Returns the files with their signature. Throws where the key file can be read by others. */
export function signFiles(files: ReadonlyMap<string, Uint8Array>, keyFile: string): Map<string, Uint8Array> {
  const hash = createHash('sha256').update(canonicalBytes(files)).digest('hex');
  const signature: PackageSignature = {
    algorithm: 'ed25519',
    publicKey: publicPartOf(keyFile),
    hash,
    signature: sign(null, Buffer.from(hash), createPrivateKey(readKey(keyFile))).toString('base64url'),
  };
  const text = new TextEncoder().encode(`${JSON.stringify(signature, null, 2)}\n`);
  return new Map([...files, [SIGNATURE_FILE, text]]);
}

function readKey(file: string): string {
  // Windows has no such bits.
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new Error(
      `Others can read the key ${file}: chmod 600 ${file}, and make a new one if it was copied.`,
    );
  return readFileSync(file, 'utf8');
}
