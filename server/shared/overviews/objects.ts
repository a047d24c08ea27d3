import type { Queries } from '../../platform/db/database.ts';
import { addParam } from '../../platform/db/params.ts';
import { FINE, unitDegrees, type TileAddress } from '../../formats/mvt/grid.ts';

/**
 * Bytes above which the database simplifies a geometry, so that a coastline is not transferred whole for each tile.
 */
const LARGE = 16_384;

/** Objects of one type whose ids begin alike, in one row: a row for each would cost more than drawing. */
interface ObjectGroup {
  typeName: string;
  labelField: string | null;
  /** Concatenated: id (16 bytes), length of the label (int32, -1 for none), label, geometry as WKB. */
  objects: Uint8Array;
}

/** An object as read for a tile; offsets are those of `bytes`. */
export interface TileObject {
  typeName: string;
  labelField: string | null;
  bytes: Buffer;
  /** Of the 16 bytes of its id. */
  id: number;
  /** Bytes of the label; -1: none. */
  labelLength: number;
  label: number;
  geometry: number;
}

/**
 * Reads objects for a tile. `where` is a condition on rows of `geometries` named `g`, `types` on those of
 * `object_types` named `t`, whose labels are read. `each` returns where the object's geometry ends.
 */
export async function readTileObjects(
  db: Queries,
  tile: TileAddress,
  { where, types, params }: { where: string; types: string; params: unknown[] },
  each: (object: TileObject) => number,
): Promise<void> {
  const unit = `${addParam(params, unitDegrees(tile))}::float8`;
  const groups = await db.query<ObjectGroup>(
    `with labels as materialized (
       select t.name, t.style->>'label' as field from object_types t where t.style->>'label' <> '' and ${types})
     select g.type_name as "typeName", l.field as "labelField",
       string_agg(uuid_send(g.id) || coalesce(int4send(octet_length(labelled.label)) || labelled.label, int4send(-1))
         || st_asbinary(st_force2d(case when pg_column_size(g.geom) > ${LARGE}
           then st_removerepeatedpoints(g.geom, ${unit} * ${FINE}) else g.geom end), 'NDR'),
         ''::bytea order by g.id) as objects
     from geometries g left join labels l on l.name = g.type_name
       cross join lateral (select case when l.field is not null
         then convert_to(g.properties->>l.field, 'UTF8') end as label) labelled
     where ${where}
     group by g.type_name, l.field, get_byte(uuid_send(g.id), 0) / 8
     order by g.type_name, get_byte(uuid_send(g.id), 0) / 8`,
    params,
    { often: true },
  );
  for (const { typeName, labelField, objects } of groups) {
    const bytes = Buffer.from(objects.buffer, objects.byteOffset, objects.byteLength);
    for (let at = 0; at < bytes.length;) {
      const labelLength = bytes.readInt32BE(at + 16);
      const label = at + 20;
      const geometry = label + Math.max(0, labelLength);
      at = each({ typeName, labelField, bytes, id: at, labelLength, label, geometry });
    }
  }
}

const DIGITS = Buffer.from('0123456789abcdef');
const DASH = 0x2d;

/** Text of the UUID whose bytes begin there. */
export function uuidAt(bytes: Buffer, from: number): Uint8Array {
  const text = Buffer.allocUnsafe(36);
  for (let n = 0, at = 0; n < 16; n++) {
    const byte = bytes[from + n]!;
    text[at++] = DIGITS[byte >> 4]!;
    text[at++] = DIGITS[byte & 15]!;
    if (n === 3 || n === 5 || n === 7 || n === 9) text[at++] = DASH;
  }
  return text;
}
