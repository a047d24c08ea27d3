import { buffer } from 'node:stream/consumers';
import { MAX_GRID_BYTES, uploadGrid, type BodyOf, type CrsGrid } from '#core/protocol';
import { audit } from '../../platform/audit/audit.ts';
import { isDatabaseError, UNIQUE_VIOLATION } from '../../platform/db/errors.ts';
import { claim, keepBytes, onlyContent, receive, type ReceivedContent } from '../../shared/files/receive.ts';
import type { Handling } from '../../http/context.ts';
import type { Services } from '../../platform/services/services.ts';
import { HttpError } from '../../base/http-error.ts';
import { isTiff } from '../../formats/geotiff/file-bytes.ts';
import { readGrid, refuseUnfit } from '../../shared/crs/fitting.ts';
import { readGeoidTiff, readGtx, type Geoid } from '../../shared/crs/geoids.ts';

export const GRID_COLUMNS = `g.id, g.kind, g.name, g.source, g.accuracy, g.crs, g.datum, g.area,
  g.sub_grids as "subGrids", g.nodes, g.bytes, g.sha256, g.created_at as "createdAt"`;

/** Metadata of an uploaded grid, and where it is stored. */
type UploadedGrid = Pick<CrsGrid, 'kind' | 'crs' | 'datum' | 'subGrids' | 'nodes' | 'bytes'> & {
  area: readonly number[];
  key: string;
};
interface GridForm {
  readonly crs: readonly string[];
  readonly datum: string;
}

/** Stores a grid; its kind follows from the file. Throws an error that names what is wrong with it. */
export async function takeGrid(call: Handling<typeof uploadGrid>): Promise<CrsGrid> {
  const { caller, language, request, services } = call;
  const receiving = { request, services, language, schema: uploadGrid.body, limit: MAX_GRID_BYTES };
  const take = async (fields: BodyOf<typeof uploadGrid>, contents: ReceivedContent[]) => {
    const content = onlyContent(contents);
    const read = await readContent(services, content, { crs: fields.crs ?? [], datum: fields.datum ?? '' });
    return services.db.transaction(async (tx) => {
      await claim(tx, read.key);
      const { name, source, accuracy } = fields;
      const values = [name, source, accuracy, JSON.stringify(read.crs), JSON.stringify(read.area)];
      const about = [read.subGrids, read.nodes, read.key, read.bytes, content.sha256];
      const [row] = await tx
        .query<CrsGrid>(
          `insert into crs_grids as g
             (name, source, accuracy, crs, area, sub_grids, nodes, key, bytes, sha256, created_by, kind, datum)
           values ($1, $2, $3, $4::jsonb, $5::jsonb, $6, $7, $8, $9, $10, $11, $12, $13) returning ${GRID_COLUMNS}`,
          [...values, ...about, caller.userId, read.kind, read.datum],
        )
        .catch((thrown: unknown) => {
          if (isDatabaseError(thrown, UNIQUE_VIOLATION)) throw new HttpError(409, 'crs.grid.there');
          throw thrown;
        });
      const detail = { crs: read.datum ?? read.crs.join(', '), sha256: content.sha256 };
      await audit(tx, { kind: 'grid.created', actor: caller, subject: subjectOf(row!), detail });
      return row!;
    });
  };
  // The GeoTIFF itself is not stored: pages read the GTX made from it.
  return receive(receiving, take, 'let-go');
}

export function subjectOf({ id, name }: Pick<CrsGrid, 'id' | 'name'>) {
  return { kind: 'grid', id, name };
}

async function readContent(
  services: Services,
  content: ReceivedContent,
  form: GridForm,
): Promise<UploadedGrid> {
  const { storage } = services;
  const { key, head, name: file } = content;
  if (isTiff(head)) {
    const geoid = await readGeoidTiff(await storage.localPath(key), file);
    return { ...aboutGeoid(geoid, form), key: (await keepBytes(services, new Uint8Array(geoid.bytes))).key };
  }
  const bytes = new Uint8Array(await buffer(await storage.read(key))).buffer;
  // A GTX starts with numbers: only its name identifies it.
  if (!/\.gtx$/i.test(file)) {
    const grid = readGrid(bytes, file);
    await refuseUnfit(grid, form.crs);
    const { area, subGrids, nodes } = grid;
    return {
      kind: 'shift',
      crs: [...form.crs],
      datum: null,
      area,
      subGrids,
      nodes,
      bytes: content.bytes,
      key,
    };
  }
  return { ...aboutGeoid(readGtx(bytes, file), form), key };
}

function aboutGeoid({ grid, bytes }: Geoid, { crs, datum }: GridForm): Omit<UploadedGrid, 'key'> {
  if (datum === '') throw new HttpError(422, 'crs.grid.no-datum');
  if (crs.length > 0) throw new HttpError(422, 'crs.grid.geoid-systems');
  const { area, nodes } = grid;
  return { kind: 'geoid', crs: [], datum, area, subGrids: 1, nodes, bytes: bytes.byteLength };
}
