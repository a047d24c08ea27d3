import { BrokenWkb, readAnyWkb } from '../../../../formats/wkb/read-any.ts';

/** Bytes of the envelope by its code (OGC 12-128r18, 2.1.3). */
const ENVELOPE = [0, 32, 48, 48, 64];

/** The geometry in a blob of a GeoPackage, as GeoJSON; or the kind of its problem. */
export function blobGeometry(blob: Uint8Array): { geometry: unknown } | string {
  if (blob.length < 8 || blob[0] !== 0x47 || blob[1] !== 0x50) return 'geopackage-blob';
  const flags = blob[3]!;
  const envelope = ENVELOPE[(flags >> 1) & 7];
  if (envelope === undefined) return 'geopackage-blob';
  // An extended blob has a type of its own (annex F).
  if (flags & 0x20) return 'geopackage-blob';
  if (flags & 0x10) return 'empty-geometry';
  try {
    const geometry = readAnyWkb(blob, 8 + envelope);
    if (geometry === undefined) return 'geopackage-blob';
    return geometry === null ? 'empty-geometry' : { geometry };
  } catch (thrown) {
    if (thrown instanceof BrokenWkb) return 'geopackage-blob';
    throw thrown;
  }
}
