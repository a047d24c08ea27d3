import { MAX_LISTED } from '#core/protocol';
import type { Scope } from '../access/scope.ts';
import type { Database } from '../../platform/db/database.ts';
import { Precomposed } from '../../base/precomposed.ts';
import type { Services } from '../../platform/services/services.ts';
import { separated } from '../../http/pieces.ts';
import { HttpError } from '../../base/http-error.ts';
import { objectSql } from './about.ts';
import { boxConditions, parseBox } from './box.ts';
import { MAX_BYTES } from './listing.ts';
import { addParam } from '../../platform/db/params.ts';
import { composed, type Representation } from '../../platform/texts/texts-sql.ts';

export interface ObjectBoxQuery {
  bbox?: string | undefined;
  /** Omit objects that extend beyond the box. */
  whole: boolean;
}

/** Objects of a scope in a box, as a JSON list. Throws HttpError 413 with their count, 400 for an invalid box. */
export async function listObjects(
  services: Pick<Services, 'db' | 'texts'>,
  scope: Scope,
  /** `flat` omits heights. */
  box: ObjectBoxQuery & { flat: boolean },
): Promise<Precomposed | undefined> {
  const texts = await textsIn(services, scope, box, box.flat ? FLAT_OBJECT : WHOLE_OBJECT);
  return texts.length === 0 ? undefined : new Precomposed(separated(',', texts, '[', ']'));
}

/** As `listObjects`, one line per object; of a box, or with these ids. */
export async function objectLines(
  services: Pick<Services, 'db' | 'texts'>,
  scope: Scope,
  wanted: ObjectBoxQuery | { ids: readonly string[] },
): Promise<Buffer | undefined> {
  const texts = await textsIn(services, scope, wanted, OBJECT_LINE);
  return texts.length === 0 ? undefined : separated('\n', texts, '', '\n');
}

async function textsIn(
  { db, texts }: Pick<Services, 'db' | 'texts'>,
  scope: Scope,
  wanted: ObjectBoxQuery | { ids: readonly string[] },
  form: Representation<{ text: string }>,
): Promise<Buffer[]> {
  const params: unknown[] = [];
  const condition = (): string => {
    if ('ids' in wanted) return `g.id = any(${addParam(params, wanted.ids)}::uuid[])`;
    return wanted.bbox === undefined ? 'true' : boxConditions(parseBox(wanted.bbox), wanted.whole, params);
  };
  const visible = `${condition()} and ${scope.objects('g', params)}`;
  const reading = { visible, params, limit: MAX_LISTED, max: MAX_BYTES, often: true };
  const page = await texts.read(db, form, reading);
  if (page.more) throw await tooMuch(db, visible, params);
  return page.texts;
}

/** The error with the size of the refused response. */
async function tooMuch(db: Database, visible: string, params: readonly unknown[]): Promise<HttpError> {
  const [seen] = await db.query<{ count: number; bytes: number }>(
    `select count(*)::int as count, sum(octet_length(g.location))::float8 as bytes from geometries g where ${visible}`,
    params,
  );
  const { count, bytes } = seen!;
  if (count > MAX_LISTED) return new HttpError(413, 'geometries.too-many', { count, most: MAX_LISTED });
  return new HttpError(413, 'geometries.too-large', { megabytes: Math.round(bytes / 1e6) });
}

/** A location's text without heights; the text has the format of `locationText`. */
const POSITION_3D = String.raw`\[(-?[0-9.e+-]+),(-?[0-9.e+-]+),-?[0-9.e+-]+\]`;
const FLAT = `case when st_ndims(g.geom) = 3
  then regexp_replace(g.location, '${POSITION_3D}', '[\\1,\\2]', 'g') else g.location end`;

const OBJECT = objectSql('g', 'g.about_end');
const WHOLE_OBJECT = composed(() => OBJECT, { imported: true });
const EXTENT = ['st_xmin', 'st_ymin', 'st_xmax', 'st_ymax'].map((edge) => `${edge}(g.geom)`);
const OBJECT_LINE = composed(
  () =>
    `concat_ws(E'\\t', g.version, ${EXTENT.join(', ')}, right(st_geometrytype(g.geom), -3), to_json(g.type_name), ${OBJECT})`,
  { imported: true },
);
const FLAT_OBJECT = composed(() => OBJECT.replace('g.location', FLAT), { imported: true });

export async function getObject(
  db: Database,
  scope: Scope,
  id: string,
): Promise<{ object: Precomposed<string>; version: number } | undefined> {
  const params: unknown[] = [id];
  const [row] = await db.query<{ text: string; version: number }>(
    `select ${objectSql('g')} as text, g.version from geometries g where g.id = $1 and ${scope.objects('g', params)}`,
    params,
  );
  return row && { object: new Precomposed(row.text), version: row.version };
}
