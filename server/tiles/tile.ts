import type { Scope } from '../access/scope.ts';
import type { Database } from '../db/database.ts';
import { TileWriter } from './mvt.ts';
import { envelope, FINE, toTile, unitDegrees, type TileAddress } from './grid.ts';
import { Shaper, type Tiny } from './shape.ts';

/** A tile shows at most so many objects: the largest, and of the smaller ones one per pixel. */
const MOST = 20_000;
/** Bytes above which a geometry is thinned by the database, so that a coast line is not sent whole for each tile. */
const LARGE = 16_384;

interface Row {
  id: string;
  typeName: string;
  label: string | null;
  labelField: string | null;
  wkb: Uint8Array;
}

/** One tile of what the scope shows; empty where nothing lies. */
export async function makeTile(db: Database, scope: Scope, tile: TileAddress): Promise<Buffer> {
  const rows = await readRows(db, scope, tile);
  const shaper = new Shaper(toTile(tile));
  const writer = new TileWriter();
  const dots = new Map<string, Tiny>();
  for (const { id, typeName, label, labelField, wkb } of rows) {
    const tiny = dots.get(typeName) ?? oneDotPerPixel();
    dots.set(typeName, tiny);
    const drawing = shaper.draw(wkb, tiny);
    if (!drawing) continue;
    const layer = writer.layer(typeName);
    // A label of the same name as a thing every object has gives way to it.
    if (label !== null && labelField !== null && labelField !== 'id' && labelField !== 'typeName')
      layer.tag(labelField, label);
    layer.ownTag('id', id);
    layer.tag('typeName', typeName);
    layer.feature(drawing);
  }
  return writer.finish();
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

async function readRows(db: Database, scope: Scope, tile: TileAddress): Promise<Row[]> {
  const params: unknown[] = [...envelope(tile)];
  const place = `g.geom && st_makeenvelope($1::float8, $2::float8, $3::float8, $4::float8, 4326) and ${scope.objects('g', params)}`;
  const unit = `$${params.push(unitDegrees(tile))}::float8`;
  const types = scope.types('t', params);
  const read = (from: string) =>
    db.query<Row>(
      `with labels as materialized (
         select t.name, t.style->>'label' as field from object_types t where t.style->>'label' <> '' and ${types})
       select g.id, g.type_name as "typeName", l.field as "labelField",
         case when l.field is not null then g.properties->>l.field end as label,
         st_asbinary(st_force2d(case when pg_column_size(g.geom) > ${LARGE}
           then st_removerepeatedpoints(g.geom, ${unit} * ${FINE}) else g.geom end), 'NDR') as wkb
       from (${from}) g left join labels l on l.name = g.type_name order by g.id`,
      params,
    );
  const all = await read(
    `select g.id, g.type_name, g.properties, g.geom from geometries g where ${place} limit ${MOST + 1}`,
  );
  return all.length <= MOST ? all : read(thinned(place, unit));
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
