import type { Geometry, Position } from '#core/protocol';

/** Geometry type numbers of well-known binary. */
const CODE = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
} as const;
const Z = 0x80000000;
const SRID = 0x20000000;

/**
 * PostGIS' extended well-known binary (little-endian, SRID 4326, Z where positions have it) in hexadecimal, as
 * accepted for a `geometry` column in a parameter or by COPY.
 */
export function ewkbHex(geometry: Geometry): string {
  const writer = new Writer(sizeOf(geometry), firstPosition(geometry).length === 3);
  writer.geometry(geometry, true);
  return writer.buffer.toString('hex');
}

function firstPosition(geometry: Geometry): Position {
  let inner: unknown = geometry.coordinates;
  while (Array.isArray(inner) && Array.isArray(inner[0])) inner = inner[0];
  return inner as Position;
}

const HEAD = 5;
function sizeOf(geometry: Geometry): number {
  const position = 8 * firstPosition(geometry).length;
  const run = (positions: Position[]) => 4 + positions.length * position;
  const rings = (parts: Position[][]) => 4 + parts.reduce((sum, ring) => sum + run(ring), 0);
  return HEAD + 4 + body();

  function body(): number {
    switch (geometry.type) {
      case 'Point':
        return position;
      case 'LineString':
        return run(geometry.coordinates);
      case 'Polygon':
        return rings(geometry.coordinates);
      case 'MultiPoint':
        return 4 + geometry.coordinates.length * (HEAD + position);
      case 'MultiLineString':
        return 4 + geometry.coordinates.reduce((sum, line) => sum + HEAD + run(line), 0);
      case 'MultiPolygon':
        return 4 + geometry.coordinates.reduce((sum, polygon) => sum + HEAD + rings(polygon), 0);
    }
  }
}

class Writer {
  readonly buffer: Buffer;
  #at = 0;
  #flags: number;

  constructor(size: number, z: boolean) {
    this.buffer = Buffer.allocUnsafe(size);
    this.#flags = z ? Z : 0;
  }

  geometry(geometry: Geometry, outermost: boolean): void {
    this.buffer[this.#at++] = 1;
    this.#number((CODE[geometry.type] | this.#flags | (outermost ? SRID : 0)) >>> 0);
    if (outermost) this.#number(4326);
    switch (geometry.type) {
      case 'Point':
        return this.#position(geometry.coordinates);
      case 'LineString':
        return this.#run(geometry.coordinates);
      case 'Polygon':
        return this.#all(geometry.coordinates, (ring) => this.#run(ring));
      case 'MultiPoint':
        return this.#parts('Point', geometry.coordinates);
      case 'MultiLineString':
        return this.#parts('LineString', geometry.coordinates);
      case 'MultiPolygon':
        return this.#parts('Polygon', geometry.coordinates);
    }
  }

  #parts(type: 'Point' | 'LineString' | 'Polygon', parts: unknown[]): void {
    this.#all(parts, (coordinates) => this.geometry({ type, coordinates } as Geometry, false));
  }

  #all<T>(parts: T[], write: (part: T) => void): void {
    this.#number(parts.length);
    for (const part of parts) write(part);
  }

  #run(positions: Position[]): void {
    this.#number(positions.length);
    for (const position of positions) this.#position(position);
  }

  #position(position: Position): void {
    for (const ordinate of position) this.#at = this.buffer.writeDoubleLE(ordinate, this.#at);
  }

  #number(value: number): void {
    this.#at = this.buffer.writeUInt32LE(value, this.#at);
  }
}
