/** A value that only the holder of the key can read. */
export interface SealedValue {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

/** Whether the browser encrypts: on pages without TLS it does not. */
export function canEncrypt(): boolean {
  return (globalThis.crypto as Partial<Crypto> | undefined)?.subtle !== undefined;
}

/** A key for `seal` and `unseal`, of 32 bytes in base64. Rejects where the browser does not encrypt. */
export async function importKey(base64: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** Encrypts a JSON value (AES-GCM). `about` says where it belongs: elsewhere it cannot be read. */
export async function seal(key: CryptoKey, value: unknown, about: string): Promise<SealedValue> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(value));
  return { iv, data: await crypto.subtle.encrypt(parameters(iv, about), key, text) };
}

/** Rejects if the key is another one, or the value was changed or moved. */
export async function unseal(key: CryptoKey, { iv, data }: SealedValue, about: string): Promise<unknown> {
  const text = await crypto.subtle.decrypt(parameters(iv, about), key, data);
  return JSON.parse(new TextDecoder().decode(text));
}

function parameters(iv: Uint8Array<ArrayBuffer>, about: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(about) };
}
