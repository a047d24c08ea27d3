import pLimit from 'p-limit';
import type { PhotoFacts, PREVIEW_SIZES } from '#core/protocol';
import { isAbort } from '#core/kernel';
import { JobFailure } from '../../platform/jobs/kind.ts';
import { Threads } from '../../platform/jobs/thread.ts';
import type { Blurred, BlurTask } from './blur-picture.ts';
import type { PlainTask } from './plain-picture.ts';
import { officeKindOf } from '../../formats/office/office-types.ts';
import { HEIC } from './heic.ts';
import { DXF } from './media-type.ts';

export type PictureTask =
  | { look: 'type'; head: Uint8Array; name: string }
  | { look: 'photo'; file: string }
  | { look: 'text'; file: string; mediaType: string; most: number }
  | {
      look: 'preview';
      file: string;
      mediaType: string;
      size: (typeof PREVIEW_SIZES)[number];
      /** Of a PDF; the first by default. */
      page?: number;
    }
  | BlurTask
  | PlainTask;
export type PictureAnswer = string | PhotoFacts | Uint8Array | ReadText | Blurred;

/** The text of a document; pages, slides and sheets with form feeds between them. */
export interface ReadText {
  text: string;
  /** Of a PDF. */
  pages: number | null;
}

/** Heap of one thread, megabytes; pictures are decoded outside of it, with separate limits. */
const MEMORY = 512;
/** A decoder that works longer on a picture is stopped, milliseconds. */
const PATIENCE = 20_000;
/** Of a whole picture that is written again, milliseconds. */
const BLUR_PATIENCE = 180_000;

const threads = new Threads<PictureTask, never, PictureAnswer>(
  new URL('./pictures.worker.ts', import.meta.url),
  MEMORY,
);
/** At most this many are processed at once; the others wait. */
const atOnce = pLimit(2);

/** Formats whose metadata are read and that have previews. */
export const PICTURES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/tiff',
  'image/avif',
  ...HEIC,
];

export function hasPreview(mediaType: string): boolean {
  return isPhoto(mediaType) || mediaType === 'application/pdf' || mediaType === DXF;
}

export function isPhoto(mediaType: string): boolean {
  return PICTURES.includes(mediaType);
}

/** The media type by the first bytes. */
export async function typeOf(head: Uint8Array, name: string): Promise<string> {
  const found = await attempt({ look: 'type', head: new Uint8Array(head), name });
  return (found as string | undefined) ?? 'application/octet-stream';
}

/** The metadata of a photo; undefined when the reader took too long or crashed. */
export async function factsOf(file: string): Promise<PhotoFacts | undefined> {
  return (await attempt({ look: 'photo', file })) as PhotoFacts | undefined;
}

/** Whether there is text to read in it. */
export function hasText(mediaType: string): boolean {
  return (
    mediaType === 'application/pdf' ||
    mediaType.startsWith('text/') ||
    mediaType === 'application/json' ||
    officeKindOf(mediaType) !== undefined
  );
}

/** The text of a document, up to about `most` characters; undefined when it cannot be read. */
export async function textOf(file: string, mediaType: string, most: number): Promise<ReadText | undefined> {
  return (await attempt({ look: 'text', file, mediaType, most })) as ReadText | undefined;
}

/** The picture as WebP; undefined when none can be created. */
export async function previewOf(task: PictureTask & { look: 'preview' }): Promise<Uint8Array | undefined> {
  return (await attempt(task)) as Uint8Array | undefined;
}

/** A picture with parts of it blurred; undefined when it cannot be decoded. */
export async function blurredPicture(task: BlurTask): Promise<Blurred | undefined> {
  return (await attempt(task, BLUR_PATIENCE)) as Blurred | undefined;
}

/** The whole picture as a JPEG without metadata; undefined when it cannot be decoded. */
export async function plainPicture(task: PlainTask): Promise<Blurred | undefined> {
  return (await attempt(task, BLUR_PATIENCE)) as Blurred | undefined;
}

/** A crash of the thread is the fault of the file and affects nobody else. */
function attempt(task: PictureTask, patience = PATIENCE): Promise<PictureAnswer | undefined> {
  return atOnce(async () => {
    try {
      return await threads.run(task, {
        signal: AbortSignal.timeout(patience),
        onMessage: () => {},
        failure: (failure, values) => new JobFailure(failure, values),
      });
    } catch (thrown) {
      if (!(thrown instanceof JobFailure) && !isAbort(thrown))
        process.stderr.write(`A picture could not be read: ${String(thrown)}\n`);
      return undefined;
    }
  });
}
