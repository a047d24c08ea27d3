import { AppError } from '#core/kernel';

/** Unpacks gzip up to a number of bytes. Throws AppError with the id `vector-tiles.large` or `vector-tiles.damaged`. */
export async function gunzip(bytes: ArrayBuffer, most: number): Promise<ArrayBuffer> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const reader = stream.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > most) throw new AppError('vector-tiles.large', 'too many bytes');
      parts.push(value);
    }
  } catch (thrown) {
    await reader.cancel().catch(() => {});
    throw thrown instanceof AppError ? thrown : damaged(thrown);
  }
  return new Blob(parts).arrayBuffer();
}

/** The bytes of a file that may be packed. */
export async function unpacked(bytes: ArrayBuffer, most: number): Promise<ArrayBuffer> {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0x1f && second === 0x8b) return gunzip(bytes, most);
  if (bytes.byteLength > most) throw new AppError('vector-tiles.large', 'too many bytes');
  return bytes;
}

export function damaged(cause: unknown): AppError {
  return new AppError('vector-tiles.damaged', String(cause).slice(0, 200), { cause });
}
