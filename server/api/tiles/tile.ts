import type { Scope } from '../../shared/access/scope.ts';
import type { Database } from '../../platform/db/database.ts';
import { addParam } from '../../platform/db/params.ts';
import { TileWriter } from '../../formats/mvt/mvt.ts';
import { envelope, FINE, toTile, unitDegrees, type TileAddress } from '../../formats/mvt/grid.ts';
import { Shaper, type Tiny } from '../../formats/mvt/shape.ts';

/** Most objects in a tile: the largest, and of those smaller than a pixel one per pixel. */
const MOST = 20_000;
/**
 * Bytes above which the database simplifies a geometry, so that a coastline is not transferred whole for each tile.
 */
const LARGE = 16_384;

/** Some hundreds of objects of one type in one row: a row for each would cost more than drawing. */
interface Group {
  typeName: string;
  labelField: string | null;
  count: number;
  /** Concatenated: id (16 bytes), length of the label (int32, -1 for none), label, geometry as WKB. */
  objects: Uint8Array;
}

/** A tile with the objects of the scope; empty where there are none. */
export async function makeTile(db: Database, scope: Scope, tile: TileAddress): Promise<Buffer> {
  const groups = await readGroups(db, scope, tile);
  const shaper = new Shaper(toTile(tile));
  const writer = new TileWriter();
  const dots = new Map<string, Tiny>();
  for (const { typeName, labelField, objects } of groups) {
    const tiny = dots.get(typeName) ?? oneDotPerPixel();
    dots.set(typeName, tiny);
    const bytes = Buffer.from(objects.buffer, objects.byteOffset, objects.byteLength);
    // A label attribute with the name of a common property is left out.
    const labelled = labelField !== null && labelField !== 'id' && labelField !== 'typeName';
    for (let at = 0; at < bytes.length;) {
      const id = at;
      const length = bytes.readInt32BE(at + 16);
      const label = at + 20;
      const geometry = label + Math.max(0, length);
      const { drawing, end } = shaper.draw(bytes, geometry, tiny);
      at = end;
      if (!drawing) continue;
      const layer = writer.layer(typeName);
      if (labelled && length >= 0) layer.tag(labelField, bytes.toString('utf8', label, geometry));
      layer.ownTag('id', uuidAt(bytes, id));
      layer.tag('typeName', typeName);
      layer.feature(drawing);
    }
  }
  return writer.finish();
}

const DIGITS = Buffer.from('0123456789abcdef');
const DASH = 0x2d;

/** Text of the UUID whose bytes begin there. */
function uuidAt(bytes: Buffer, from: number): Uint8Array {
  const text = Buffer.allocUnsafe(36);
  for (let n = 0, at = 0; n < 16; n++) {
    const byte = bytes[from + n]!;
    text[at++] = DIGITS[byte >> 4]!;
    text[at++] = DIGITS[byte & 15]!;
    if (n === 3 || n === 5 || n === 7 || n === 9) text[at++] = DASH;
  }
  return text;
}

/** The first polygon smaller than a pixel in each pixel is drawn as a dot, so that a town stays visible. */
function oneDotPerPixel(): Tiny {
  const taken = new Set<number>();
  return (x, y) => {
    const pixel = Math.floor(y / (2 * FINE)) * 65_536 + Math.floor(x / (2 * FINE));
    if (taken.has(pixel)) return false;
    taken.add(pixel);
    return true;
  };
}

async function readGroups(db: Database, scope: Scope, tile: TileAddress): Promise<Group[]> {
  const params: unknown[] = [...envelope(tile)];
  const place = `g.geom && st_makeenvelope($1::float8, $2::float8, $3::float8, $4::float8, 4326) and ${scope.objects('g', params)}`;
  const unit = `${addParam(params, unitDegrees(tile))}::float8`;
  const types = scope.types('t', params);
  const read = (from: string) =>
    db.query<Group>(
      `with labels as materialized (
         select t.name, t.style->>'label' as field from object_types t where t.style->>'label' <> '' and ${types})
       select g.type_name as "typeName", l.field as "labelField", count(*)::int as count,
         string_agg(uuid_send(g.id) || coalesce(int4send(octet_length(told.label)) || told.label, int4send(-1))
           || st_asbinary(st_force2d(case when pg_column_size(g.geom) > ${LARGE}
             then st_removerepeatedpoints(g.geom, ${unit} * ${FINE}) else g.geom end), 'NDR'),
           ''::bytea order by g.id) as objects
       from (${from}) g left join labels l on l.name = g.type_name
         cross join lateral (select case when l.field is not null
           then convert_to(g.properties->>l.field, 'UTF8') end as label) told
       group by g.type_name, l.field, get_byte(uuid_send(g.id), 0) / 8
       order by g.type_name, get_byte(uuid_send(g.id), 0) / 8`,
      params,
      { often: true },
    );
  const all = await read(
    `select g.id, g.type_name, g.properties, g.geom from geometries g where ${place} limit ${MOST + 1}`,
  );
  const count = all.reduce((sum, group) => sum + group.count, 0);
  return count <= MOST ? all : read(thinned(place, unit));
}

/** If there are too many: one object per pixel and type of those smaller than a pixel, and the largest of all. */
function thinned(place: string, unit: string): string {
  const pixel = `(${unit} * ${2 * FINE})`;
  return `
    select g.* from geometries g where g.id in (
      select (array_agg(s.id))[1] from (
        select g.id, g.type_name, st_xmin(g.geom) as x, st_ymin(g.geom) as y,
          greatest(st_xmax(g.geom) - st_xmin(g.geom), st_ymax(g.geom) - st_ymin(g.geom)) as size
        from geometries g where ${place}
      ) s group by s.type_name, floor(s.x / ${pixel}), floor(s.y / ${pixel}), case when s.size >= ${pixel} then s.id end
      order by max(s.size) desc limit ${MOST})`;
}
