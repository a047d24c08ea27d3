import { randomUUID } from 'node:crypto';
import { addImages, deleteImage, getImage, TYPE_IMAGES, type ObjectType } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { scopeOf } from '../../shared/access/scope.ts';
import type { Queries } from '../../platform/db/database.ts';
import { factsOf, typeOf } from '../../shared/files/pictures.ts';
import { claim, onlyContent, receive, type ReceivedContent } from '../../shared/files/receive.ts';
import { send } from '../../shared/files/send.ts';
import { holdUnarchived, refuseArchived } from '../../http/gate/archived.ts';
import { route, type Route } from '../../http/context.ts';
import type { Services } from '../../platform/services/services.ts';
import { HttpError } from '../../base/http-error.ts';
import { isUuid } from '../../base/uuid.ts';
import { stale, tagVersion } from '../../http/versions.ts';
import { announceTypes } from '../../shared/attributes/announce-types.ts';
import { findType, TYPE_COLUMNS } from '../../shared/attributes/types.ts';

/** Formats that browsers show and that cannot contain scripts; SVG can. */
const ENDINGS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

interface UploadedImage extends ReceivedContent {
  mediaType: string;
  width: number;
  height: number;
}

export const imageRoutes: Route[] = [
  route(addImages, async ({ caller, language, request, services, reply }) => {
    const limit = TYPE_IMAGES.megabytes * 1024 ** 2;
    const allow = async ({ attributeid = '' }: Readonly<Record<string, string>>) => {
      if (isUuid(attributeid)) await requireType(services.db, caller, attributeid);
    };
    const schema = addImages.body;
    const receiving = { request, services, language, schema, limit, files: TYPE_IMAGES.atOnce, allow };
    const type = await receive(receiving, async ({ attributeid }, contents) => {
      const projectIds = await requireType(services.db, caller, attributeid);
      onlyContent(contents);
      const pictures: UploadedImage[] = [];
      for (const content of contents) pictures.push(await look(services, content));
      return services.db.transaction(async (tx) => {
        await holdUnarchived(tx, projectIds);
        const changed = await add(tx, caller, attributeid, pictures);
        await announceTypes(tx, services.events, caller);
        return changed;
      });
    });
    tagVersion(reply, type.version);
    return type;
  }),

  route(getImage, async ({ params, caller, services, request, reply }) => {
    const values: unknown[] = [params.image, params.id];
    const [row] = await services.db.query<{ key: string; mediaType: string; bytes: number; tag: string }>(
      `select i.key, i.media_type as "mediaType", i.bytes, i.sha256 as tag
       from type_images i join object_types t on t.id = i.type_id
       where i.name = $1 and t.id = $2 and ${scopeOf(caller).types('t', values)}`,
      values,
    );
    if (!row) throw new HttpError(404, 'http.not-found');
    return send(services.storage, { ...row, name: params.image }, request, reply);
  }),

  route(deleteImage, async ({ params, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      const type = await findType(tx, scopeOf(caller), params.id, true);
      if (!type?.images.includes(params.image)) throw new HttpError(404, 'http.not-found');
      if (type.version !== ifMatch) throw stale(type, type.version);
      await tx.query('delete from type_images where name = $1', [params.image]);
      await setImages(
        tx,
        type.id,
        type.images.filter((name) => name !== params.image),
      );
      await announceTypes(tx, services.events, caller);
    });
    return undefined;
  }),
];

/** Resolves to its projects. Throws 409 where they are archived. */
async function requireType(db: Queries, caller: Caller, id: string): Promise<string[]> {
  if (!(await findType(db, scopeOf(caller), id))) throw new HttpError(404, 'http.not-found');
  return refuseArchived(db, caller, [id]);
}

/** Detects the format from the content. Throws 422 naming the file when it is not an accepted image. */
async function look({ storage }: Services, content: ReceivedContent): Promise<UploadedImage> {
  const { name, head, key } = content;
  if (content.bytes === 0) throw new HttpError(422, 'files.empty', { name });
  const mediaType = await typeOf(head, name);
  if (!ENDINGS[mediaType]) throw new HttpError(422, 'attributes.no-picture', { name });
  const facts = await factsOf(await storage.localPath(key));
  if (!facts || facts.notes.includes('unreadable'))
    throw new HttpError(422, 'attributes.picture-unreadable', { name });
  const { width, height } = facts;
  if (width < 1 || height < 1) throw new HttpError(422, 'attributes.picture-unreadable', { name });
  if (Math.max(width, height) > TYPE_IMAGES.pixels)
    throw new HttpError(422, 'attributes.picture-too-large', {
      name,
      width,
      height,
      most: TYPE_IMAGES.pixels,
    });
  return { ...content, mediaType, width, height };
}

async function add(
  tx: Queries,
  caller: Caller,
  id: string,
  pictures: readonly UploadedImage[],
): Promise<ObjectType> {
  const type = await findType(tx, scopeOf(caller), id, true);
  if (!type) throw new HttpError(404, 'http.not-found');
  const names: string[] = [];
  for (const { key, mediaType, bytes, sha256, width, height } of pictures) {
    const name = `${randomUUID()}.${ENDINGS[mediaType]!}`;
    await claim(tx, key);
    await tx.query(
      `insert into type_images (name, type_id, key, media_type, bytes, sha256, width, height)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [name, id, key, mediaType, bytes, sha256, width, height],
    );
    names.push(name);
  }
  const images = [...type.images, ...names];
  if (images.length > TYPE_IMAGES.max)
    throw new HttpError(422, 'attributes.too-many-pictures', {
      most: TYPE_IMAGES.max,
      count: images.length,
    });
  return setImages(tx, id, images);
}

/** The type was locked through a scope. */
async function setImages(tx: Queries, id: string, images: readonly string[]): Promise<ObjectType> {
  const [row] = await tx.query<ObjectType>(
    `update object_types t set images = $2::jsonb, version = version + 1 where t.id = $1 returning ${TYPE_COLUMNS}`,
    [id, JSON.stringify(images)],
  );
  return row!;
}
