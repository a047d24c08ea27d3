import { PbfWriter } from 'pbf';
import { EXTENT } from './grid.ts';

/** Geometry of a feature. */
export interface Drawing {
  /** Code of the geometry type. */
  readonly type: number;
  readonly commands: Uint32Array;
}

/** A tile by the Mapbox Vector Tile specification 2.1, one layer per name, written feature by feature. */
export class TileWriter {
  #layers = new Map<string, LayerWriter>();

  layer(name: string): LayerWriter {
    const known = this.#layers.get(name);
    if (known) return known;
    const layer = new LayerWriter(name);
    this.#layers.set(name, layer);
    return layer;
  }

  finish(): Buffer {
    const pieces: Uint8Array[] = [];
    for (const layer of this.#layers.values()) {
      const content = layer.finish();
      if (!content) continue;
      const head = new PbfWriter();
      head.writeVarint((3 << 3) | 2);
      head.writeVarint(content.length);
      pieces.push(head.finish(), content);
    }
    return Buffer.concat(pieces);
  }
}

export class LayerWriter {
  #pbf = new PbfWriter();
  #keys: string[] = [];
  #values: (string | number | Uint8Array)[] = [];
  #known = new Map<string | number, number>();
  #tags: number[] = [];
  #features = 0;

  constructor(name: string) {
    this.#pbf.writeVarintField(15, 2);
    this.#pbf.writeStringField(1, name);
    this.#pbf.writeVarintField(5, EXTENT);
  }

  /** Adds a property to the next feature; numbers are whole and not negative. */
  tag(key: string, value: string | number): void {
    let number = this.#known.get(value);
    if (number === undefined) this.#known.set(value, (number = this.#values.push(value) - 1));
    this.#tags.push(this.#keyOf(key), number);
  }

  /** Adds a property with a unique value, text in UTF-8. */
  ownTag(key: string, value: Uint8Array): void {
    this.#tags.push(this.#keyOf(key), this.#values.push(value) - 1);
  }

  feature(drawing: Drawing): void {
    this.#pbf.writeMessage(2, writeFeature, { tags: this.#tags, drawing });
    this.#tags.length = 0;
    this.#features++;
  }

  /** Returns undefined without features. */
  finish(): Uint8Array | undefined {
    if (this.#features === 0) return undefined;
    for (const key of this.#keys) this.#pbf.writeStringField(3, key);
    for (const value of this.#values) this.#pbf.writeMessage(4, writeValue, value);
    return this.#pbf.finish();
  }

  #keyOf(key: string): number {
    const known = this.#keys.indexOf(key);
    return known >= 0 ? known : this.#keys.push(key) - 1;
  }
}

function writeFeature({ tags, drawing }: { tags: number[]; drawing: Drawing }, pbf: PbfWriter): void {
  pbf.writePackedVarint(2, tags);
  pbf.writeVarintField(3, drawing.type);
  pbf.writePackedVarint(4, drawing.commands as unknown as number[]);
}

function writeValue(value: string | number | Uint8Array, pbf: PbfWriter): void {
  if (typeof value === 'string') pbf.writeStringField(1, value);
  else if (typeof value === 'number') pbf.writeVarintField(5, value);
  else pbf.writeBytesField(1, value);
}
