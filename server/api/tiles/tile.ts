import type { Scope } from '../../shared/access/scope.ts';
import type { Database } from '../../platform/db/database.ts';
import { addParam } from '../../platform/db/params.ts';
import { TileWriter } from '../../formats/mvt/mvt.ts';
import { envelope, FINE, toTile, unitDegrees, type TileAddress } from '../../formats/mvt/grid.ts';
import { Shaper, type Tiny } from '../../formats/mvt/shape.ts';

/** A tile shows at most so many objects: the largest, and of the smaller ones one per pixel. */
const MOST = 20_000;
/** Bytes above which a geometry is thinned by the database, so that a coast line is not sent whole for each tile. */
const LARGE = 16_384;

/** Objects of one type, some hundreds together: so many rows of their own would cost more than all the drawing. */
interface Group {
  typeName: string;
  labelField: string | null;
  count: number;
  /** One after the other: id (16 bytes), bytes of the label (int32, -1 for none), label, geometry as WKB. */
  objects: Uint8Array;
}

/** One tile of what the scope shows; empty where nothing lies. */
export async function makeTile(db: Database, scope: Scope, tile: TileAddress): Promise<Buffer> {
  const groups = await readGroups(db, scope, tile);
  const shaper = new Shaper(toTile(tile));
  const writer = new TileWriter();
  const dots = new Map<string, Tiny>();
  for (const { typeName, labelField, objects } of groups) {
    const tiny = dots.get(typeName) ?? oneDotPerPixel();
    dots.set(typeName, tiny);
    const bytes = Buffer.from(objects.buffer, objects.byteOffset, objects.byteLength);
    // A label of the same name as a thing every object has gives way to it.
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

/** The letters of the id whose bytes begin there. */
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

/** Polygons of less than a pixel: the first one of each pixel is shown as a dot, so that a town stays visible. */
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

/** Where there are too many: objects below a pixel are one per pixel and type, and of all the largest are taken. */
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
