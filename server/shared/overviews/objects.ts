import type { Queries } from '../../platform/db/database.ts';
import { addParam } from '../../platform/db/params.ts';
import type { TypeClasses } from './classes.ts';
import { FINE, unitDegrees, type TileAddress } from '../../formats/mvt/grid.ts';

/**
 * Bytes above which the database simplifies a geometry, so that a coastline is not transferred whole for each tile.
 */
const LARGE = 16_384;

/** Objects of one type whose ids begin alike, in one row: a row for each would cost more than drawing. */
interface ObjectGroup {
  typeName: string;
  labelField: string | null;
  /**
   * Concatenated: id (16 bytes), the label, what classes are found by, geometry as WKB. The two texts follow their lengths
   * (int32, -1 for none).
   */
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
  /** Its class; undefined: the type has none, or its style draws it nowhere (`isDrawn`). */
  className: string | undefined;
  isDrawn: boolean;
}

interface TileObjectQuery {
  /** A condition on rows of `geometries` named `g`. */
  where: string;
  /** A condition on rows of `object_types` named `t`, whose labels are read. */
  types: string;
  params: unknown[];
  classes: TypeClasses;
}

/** Reads objects for a tile. `each` returns where the object's geometry ends. */
export async function readTileObjects(
  db: Queries,
  tile: TileAddress,
  { where, types, params, classes }: TileObjectQuery,
  each: (object: TileObject) => number,
): Promise<void> {
  const unit = `${addParam(params, unitDegrees(tile))}::float8`;
  const fields = `${addParam(params, JSON.stringify(classes.fields))}::jsonb`;
  const groups = await db.query<ObjectGroup>(
    `with labels as materialized (
       select t.name, t.style->>'label' as field from object_types t where t.style->>'label' <> '' and ${types})
     select g.type_name as "typeName", l.field as "labelField",
       string_agg(uuid_send(g.id) || coalesce(int4send(octet_length(labelled.label)) || labelled.label, int4send(-1))
         || coalesce(int4send(octet_length(classified.by)) || classified.by, int4send(-1))
         || st_asbinary(st_force2d(case when pg_column_size(g.geom) > ${LARGE}
           then st_removerepeatedpoints(g.geom, ${unit} * ${FINE}) else g.geom end), 'NDR'),
         ''::bytea order by g.id) as objects
     from geometries g left join labels l on l.name = g.type_name
       cross join lateral (select case when l.field is not null
         then convert_to(g.properties->>l.field, 'UTF8') end as label) labelled
       left join jsonb_each(${fields}) c on c.key = g.type_name
       cross join lateral (select case when c.value is not null then convert_to(jsonb_build_object(
         'properties', (select coalesce(jsonb_object_agg(f.name, g.properties->f.name), '{}')
           from jsonb_array_elements_text(c.value->'names') f(name)),
         'location', case when c.value->'location' = 'true' then g.location::jsonb end)::text, 'UTF8') end as by) classified
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
      const by = label + Math.max(0, labelLength) + 4;
      const byLength = bytes.readInt32BE(by - 4);
      const geometry = by + Math.max(0, byLength);
      const className =
        byLength < 0 ? undefined : classes.classOf(typeName, bytes.toString('utf8', by, geometry));
      const isDrawn = byLength < 0 || className !== undefined;
      at = each({ typeName, labelField, bytes, id: at, labelLength, label, geometry, className, isDrawn });
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
