import type { CloudHeader } from '#core/protocol';
import { child, descendant, parseWkt, type WktNode } from '../../formats/crs-wkt.ts';

/** EPSG codes of units, metres. */
const UNITS: Readonly<Record<number, number>> = { 9001: 1, 9002: 0.3048, 9003: 1200 / 3937 };
/** Keys of GeoTIFF: ProjLinearUnits, VerticalCSType, VerticalUnits. */
const [LINEAR_UNIT, VERTICAL_CRS, VERTICAL_UNIT] = [3076, 4096, 4099];

type Units = Pick<CloudHeader, 'verticalCrs' | 'unit' | 'heightUnit'>;

/** Units and vertical CRS of a LAS file, from its WKT or else its GeoTIFF keys. */
export function unitsOf(wkt: Buffer | undefined, keys: Buffer | undefined): Units {
  const root = wkt && parseWkt(textOf(wkt));
  if (root)
    return {
      verticalCrs: verticalCrsOf(root),
      unit: metresOf(find(root, 'PROJCS', 'PROJCRS', 'PROJECTEDCRS')),
      heightUnit: metresOf(verticalOf(root)),
    };
  const unit = (key: number) => UNITS[(keys && geoKey(keys, key)) ?? 0] ?? null;
  const vertical = keys && geoKey(keys, VERTICAL_CRS);
  return {
    verticalCrs: vertical === undefined ? null : `EPSG:${vertical}`,
    unit: unit(LINEAR_UNIT),
    heightUnit: unit(VERTICAL_UNIT),
  };
}

const find = (root: WktNode, ...keywords: string[]): WktNode | undefined =>
  keywords.includes(root.keyword) ? root : descendant(root, ...keywords);
const verticalOf = (root: WktNode): WktNode | undefined => find(root, 'VERT_CS', 'VERTCRS', 'VERTICALCRS');

/** `EPSG:<code>` of the heights of a CRS, if one is named. */
export function verticalCrsOf(root: WktNode): string | null {
  const id = child(verticalOf(root), 'AUTHORITY', 'ID');
  return id && String(id.values[0]).toUpperCase() === 'EPSG' ? `EPSG:${Number(id.values[1])}` : null;
}

/** Metres per unit of a CRS. */
function metresOf(crs: WktNode | undefined): number | null {
  const own = child(crs, 'UNIT', 'LENGTHUNIT') ?? child(child(crs, 'AXIS'), 'LENGTHUNIT');
  const metres = Number(own?.values[1]);
  return metres > 0 && metres < 10_000 ? metres : null;
}

export function textOf(record: Buffer): string {
  return record.toString('utf8').replace(/\0.*$/s, '').trim();
}

/** A short value of the GeoTIFF keys. */
export function geoKey(keys: Buffer, requested: number): number | undefined {
  for (let at = 8; at + 8 <= keys.length; at += 8) {
    if (keys.readUInt16LE(at) !== requested || keys.readUInt16LE(at + 2) !== 0) continue;
    const value = keys.readUInt16LE(at + 6);
    // 32767 is user-defined.
    return value === 0 || value === 32_767 ? undefined : value;
  }
  return undefined;
}
