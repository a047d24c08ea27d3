import * as z from 'zod/mini';
import { BLUR, type FoundRegions } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { hostOf } from '../../platform/outgoing/fetch.ts';
import type { Services } from '../../platform/services/services.ts';
import type { PictureWindow } from './blur-picture.ts';
import { plainPicture } from './pictures.ts';
import type { FileRow } from './store.ts';

/** Milliseconds: without a graphics card a panorama takes a minute. */
const PATIENCE = 240_000;
const MAX_BYTES = 1024 * 1024;
/** Around what is found, as a part of its size: a face begins outside of its box. */
const MARGIN = 0.1;
/** What SGBlur finds besides are road signs, which it does not blur either. */
const BLURRED = ['face', 'plate'] as const;

/** An answer of SGBlur: `bbox` is left, top, right, bottom in pixels. */
const answer = z.object({
  info: z.array(
    z.object({
      class: z.string(),
      confidence: z.number(),
      bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    }),
  ),
  model: z.optional(z.object({ name: z.string(), version: z.string() })),
});

/**
 * Asks the finder of the operator for faces and plates in a picture, as regions that could be blurred. It gets the picture as
 * people without further rights see it, without metadata and name. `window`: of a panorama, what of the sphere it has. Throws
 * HttpError 422 without a finder or picture, 502 or 504 when the finder fails.
 */
export async function findRegions(
  { config, outgoing, storage }: Pick<Services, 'config' | 'outgoing' | 'storage'>,
  { key, mediaType, name }: Pick<FileRow, 'key' | 'mediaType' | 'name'>,
  [left, top, wide, high]: PictureWindow = [0, 0, 1, 1],
): Promise<FoundRegions> {
  const { finder } = config;
  if (!finder) throw new HttpError(422, 'files.no-finder');
  const picture = await plainPicture({ look: 'plain', file: await storage.localPath(key), mediaType });
  if (!picture) throw new HttpError(422, 'files.blur-failed', { name });
  const { bytes, width, height } = picture;
  const { info, model } = await ask(outgoing, finder, bytes as Uint8Array<ArrayBuffer>);
  const isBlurred = (one: string): one is (typeof BLURRED)[number] => BLURRED.some((each) => each === one);
  const within = (value: number) => Math.min(1, Math.max(0, value));
  const found = info.flatMap(({ class: what, confidence, bbox: [x, y, toX, toY] }) => {
    if (!isBlurred(what) || !(toX > x) || !(toY > y)) return [];
    const [aside, above] = [(toX - x) * MARGIN, (toY - y) * MARGIN];
    const [west, east] = [x - aside, toX + aside].map((at) => left + within(at / width) * wide);
    const [north, south] = [y - above, toY + above].map((at) => top + within(at / height) * high);
    const region = [
      [west!, north!],
      [east!, north!],
      [east!, south!],
      [west!, south!],
    ] as [number, number][];
    return [{ what, confidence, region }];
  });
  return {
    // The surest first, where there are more than can be blurred.
    found: found.sort((a, b) => b.confidence - a.confidence).slice(0, BLUR.regions),
    total: found.length,
    model: model ? `${model.name} ${model.version}` : null,
  };
}

async function ask(
  outgoing: Services['outgoing'],
  finder: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<z.output<typeof answer>> {
  const form = new FormData();
  form.append('picture', new Blob([bytes], { type: 'image/jpeg' }), 'picture.jpg');
  const written = new Response(form);
  const host = new URL(finder).host;
  const response = await outgoing.fetch(finder, {
    method: 'POST',
    headers: { 'content-type': written.headers.get('content-type')! },
    body: new Uint8Array(await written.arrayBuffer()),
    internal: [hostOf(finder)],
    timeout: PATIENCE,
    maxBytes: MAX_BYTES,
  });
  const body: unknown = response.ok ? await response.json().catch(() => undefined) : undefined;
  if (!response.ok) await response.body?.cancel();
  const parsed = answer.safeParse(body);
  if (!parsed.success) throw new HttpError(502, 'files.finder-failed', { host, status: response.status });
  return parsed.data;
}
