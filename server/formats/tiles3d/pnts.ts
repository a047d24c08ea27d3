/** Points of a tile, relative to `centre` (geocentric, metres). */
export interface TilePoints {
  centre: readonly [number, number, number];
  /** Three numbers a point. */
  positions: Float32Array;
  /** 0 to 255, three a point. */
  colours: Uint8Array;
}

const HEAD = 28;
const ALIGNED = 8;

/** A tile of points of 3D Tiles 1.0 (`pnts`). */
export function encodePnts({ centre, positions, colours }: TilePoints): Buffer {
  const table = JSON.stringify({
    POINTS_LENGTH: positions.length / 3,
    RTC_CENTER: centre,
    POSITION: { byteOffset: 0 },
    RGB: { byteOffset: positions.byteLength },
  });
  // The binary part begins at a multiple of 8 bytes.
  const json = table.padEnd(padded(HEAD + Buffer.byteLength(table)) - HEAD);
  const bytes = padded(positions.byteLength + colours.byteLength);
  const tile = Buffer.alloc(HEAD + json.length + bytes);
  tile.write('pnts');
  tile.writeUInt32LE(1, 4);
  tile.writeUInt32LE(tile.length, 8);
  tile.writeUInt32LE(json.length, 12);
  tile.writeUInt32LE(bytes, 16);
  tile.write(json, HEAD);
  Buffer.from(positions.buffer, positions.byteOffset, positions.byteLength).copy(tile, HEAD + json.length);
  Buffer.from(colours.buffer, colours.byteOffset, colours.byteLength).copy(
    tile,
    HEAD + json.length + positions.byteLength,
  );
  return tile;
}

const padded = (bytes: number): number => Math.ceil(bytes / ALIGNED) * ALIGNED;
