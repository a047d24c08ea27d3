import type { ProjectEntry, RestoreDifference, TransactionKind } from '#core/protocol';

const POST = (lon: number) => ({ type: 'Point' as const, coordinates: [lon, 45] as [number, number] });
const ID = (n: number) => `e1c7a2b0-0000-4000-8000-00000000000${n}`;

export function anEntry(id: string, by: string, kind: TransactionKind, count: number): ProjectEntry {
  return {
    id,
    at: `2026-01-0${id}T10:00:00Z`,
    by,
    done: [{ kind, typeName: 'parcel', count, fileName: null }],
    objectIds: [ID(1), ID(2), ID(3)].slice(0, count),
    plugins: [],
  };
}

/** Three come back, one too large to be drawn and one not among the first; one changes. */
export function aDifference(): RestoreDifference {
  return {
    comes: 3,
    goes: 0,
    changes: 1,
    byType: [{ typeName: 'parcel', comes: 3, goes: 0, changes: 1 }],
    shapes: [
      { id: ID(1), what: 'comes', typeName: 'parcel', now: null, then: POST(9) },
      { id: ID(2), what: 'changes', typeName: 'parcel', now: POST(9.1), then: POST(9.2) },
    ],
    lost: ['posts.geojson'],
    newest: '9',
  };
}

export const PARCEL = ID(1);

/**
 * The history of a parcel: created by Ada on the first, changed by Bice, split by Ada by a plugin, changed back by Bice on the
 * fourth.
 */
export function parcelHistory() {
  const did: [string, TransactionKind][] = [['Bice', 'undo'], ['Ada', 'split'], ['Bice', 'update'], ['Ada', 'create']]; // prettier-ignore
  const stood = (day: number) => ({
    id: PARCEL,
    typeName: 'parcel',
    location: POST(9 + day / 1000),
    properties: { number: String(300 + day) },
    relatesTo: [],
  });
  return did.map(([by, kind], i) => {
    const day = did.length - i;
    const before = day === 1 ? null : stood(day - 1);
    const at = `2026-01-0${day}T10:00:00Z`;
    const plugin = kind === 'split' && { plugin: 'acme-cuts@1.0.0' };
    return { id: String(day), at, by, kind, ...plugin, before, after: stood(day) };
  });
}
