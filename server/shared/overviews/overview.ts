import { Coverage } from '../../formats/mvt/coverage.ts';

/** How merged objects are drawn: points as markers, everything else as filled cells. */
export type MergedKind = 'areas' | 'points';

export interface MergedObjects {
  typeName: string;
  kind: MergedKind;
  coverage: Coverage;
}

export interface LargeObject {
  id: string;
  typeName: string;
  /** Larger side of its box, units of the tile. */
  side: number;
}

/** What a tile shows of more objects than can be drawn one by one. */
export class Overview {
  /** Cells of merged objects by type and kind. */
  readonly merged = new Map<string, MergedObjects>();
  /** Objects large enough to be drawn themselves. */
  large: LargeObject[] = [];
  /** Whether there are objects that their style does not draw. */
  hides = false;

  /** `whole`: the tile has few objects, all of which can be read. */
  constructor(readonly whole: boolean) {}

  coverage(typeName: string, kind: MergedKind): Coverage {
    const key = `${kind} ${typeName}`;
    let found = this.merged.get(key);
    if (!found) this.merged.set(key, (found = { typeName, kind, coverage: new Coverage() }));
    return found.coverage;
  }

  /** Removes the merged objects of these types. */
  removeTypes(typeNames: readonly string[]): void {
    for (const [key, { typeName }] of this.merged) if (typeNames.includes(typeName)) this.merged.delete(key);
  }

  /** What few objects there are is read quickly again, unless there are none. */
  get isWorthStoring(): boolean {
    return !this.whole || this.hides || this.merged.size > 0 || this.large.length > 0;
  }
}

interface Head {
  whole: boolean;
  merged: {
    typeName: string;
    kind: MergedKind;
    classes: { name?: string; count: number }[];
    bytes: number;
  }[];
  large: [id: string, typeName: string, side: number][];
}

/** As stored: length of the head (uint32), head as JSON, coverages. */
export function packOverview({ whole, merged, large }: Overview): Buffer {
  const packed = [...merged.values()].map((each) => ({ ...each, bytes: each.coverage.pack() }));
  const head: Head = {
    whole,
    merged: packed.map(({ typeName, kind, coverage: { classes }, bytes }) => ({
      typeName,
      kind,
      classes: classes.map(({ name, count }) => (name === undefined ? { count } : { name, count })),
      bytes: bytes.length,
    })),
    large: large.map(({ id, typeName, side }) => [id, typeName, side]),
  };
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text, ...packed.map(({ bytes }) => bytes)]);
}

export function unpackOverview(content: Uint8Array): Overview {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const end = 4 + bytes.readUInt32BE(0);
  const head = JSON.parse(bytes.toString('utf8', 4, end)) as Head;
  const overview = new Overview(head.whole);
  let at = end;
  for (const { typeName, kind, classes, bytes: length } of head.merged) {
    const covered = classes.map(({ name, count }) => ({ name, count }));
    const coverage = Coverage.unpack(bytes.subarray(at, at + length), covered);
    overview.merged.set(`${kind} ${typeName}`, { typeName, kind, coverage });
    at += length;
  }
  overview.large = head.large.map(([id, typeName, side]) => ({ id, typeName, side }));
  return overview;
}
