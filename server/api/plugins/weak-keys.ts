/**
 * The points of small order of Ed25519, in all their encodings without the sign bit, hexadecimal (RFC 8032; the list of
 * libsodium). Under such a key anybody can make signatures that are valid for some or all texts.
 */
const SMALL_ORDER: readonly string[] = [
  `${'00'.repeat(32)}`,
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
];

/** Whether a raw public key (base64url) protects nothing. */
export function isWeakKey(publicKey: string): boolean {
  const bytes = Buffer.from(publicKey, 'base64url');
  bytes[31]! &= 0x7f;
  return SMALL_ORDER.includes(bytes.toString('hex'));
}
