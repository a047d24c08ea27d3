import { PbfReader } from 'pbf';

/** Most vertices of a tile: a good one has a few thousand. */
export const MAX_VERTICES = 1_000_000;
const MAX_FEATURES = 200_000;

/** Numbers of fields of the Mapbox Vector Tile 2.1. */
const LAYER = 3;
const FEATURE = 2;
const GEOMETRY = 4;

const [MOVE_TO, LINE_TO, CLOSE_PATH] = [1, 2, 7];

interface Counts {
  vertices: number;
  features: number;
}

/**
 * Walks through a tile without keeping anything of it. Throws an error with the message `large` where it has more than can be
 * drawn without a wait, `damaged` where its commands promise what is not there: readers would fill the memory with it.
 */
export function checkTile(bytes: ArrayBuffer): void {
  const counts: Counts = { vertices: 0, features: 0 };
  try {
    new PbfReader(new Uint8Array(bytes)).readFields(inTile, counts);
  } catch (thrown) {
    throw thrown instanceof TileError ? thrown : new TileError('damaged');
  }
}

export class TileError extends Error {
  constructor(override readonly message: 'large' | 'damaged') {
    super(message);
  }
}

function inTile(field: number, counts: Counts, pbf: PbfReader): void {
  if (field === LAYER) pbf.readMessage(inLayer, counts);
}

function inLayer(field: number, counts: Counts, pbf: PbfReader): void {
  if (field !== FEATURE) return;
  if (++counts.features > MAX_FEATURES) throw new TileError('large');
  pbf.readMessage(inFeature, counts);
}

function inFeature(field: number, counts: Counts, pbf: PbfReader): void {
  if (field === GEOMETRY) checkGeometry(pbf, counts);
}

function checkGeometry(pbf: PbfReader, counts: Counts): void {
  const end = pbf.readVarint() + pbf.pos;
  if (end > pbf.length) throw new TileError('damaged');
  while (pbf.pos < end) {
    const command = pbf.readVarint();
    const [id, count] = [command & 7, command >>> 3];
    if (id === CLOSE_PATH ? count !== 1 : id !== MOVE_TO && id !== LINE_TO) throw new TileError('damaged');
    if (id === CLOSE_PATH) continue;
    counts.vertices += count;
    if (counts.vertices > MAX_VERTICES) throw new TileError('large');
    // Two numbers of at least one byte for each vertex.
    if (2 * count > end - pbf.pos) throw new TileError('damaged');
    for (let n = 0; n < 2 * count; n++) pbf.readVarint();
  }
}
