import type { Tin } from './triangles.ts';

/** A surface as bytes: its numbers of vertices and corners, then places, heights and corners, in little endian. */
export function bytesOf({ places, heights, triangles }: Tin): Uint8Array {
  const bytes = new Uint8Array(16 + places.byteLength + heights.byteLength + triangles.byteLength);
  new Float64Array(bytes.buffer, 0, 2).set([heights.length, triangles.length]);
  let at = 16;
  for (const part of [places, heights, triangles]) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return bytes;
}

/** `bytes` begin at a multiple of eight in their buffer. */
export function tinOf({ buffer, byteOffset }: Uint8Array): Tin {
  const [vertices, corners] = new Float64Array(buffer, byteOffset, 2) as unknown as [number, number];
  const start = byteOffset + 16;
  return {
    places: new Float64Array(buffer, start, 2 * vertices),
    heights: new Float64Array(buffer, start + 16 * vertices, vertices),
    triangles: new Uint32Array(buffer, start + 24 * vertices, corners),
  };
}
