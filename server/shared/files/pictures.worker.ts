import { open } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import sharp, { type Sharp } from 'sharp';
import type { ThreadMessage } from '../../platform/jobs/thread.ts';
import { blurPicture } from './blur-picture.ts';
import { declinationOf, readyDeclination } from './declination.ts';
import { HEIC, heicPixels } from './heic.ts';
import { dxfPicture } from '../../formats/dxf/dxf-picture.ts';
import { officeText } from '../../formats/office/office-text.ts';
import { officeKindOf } from '../../formats/office/office-types.ts';
import { DXF, mediaTypeOf } from './media-type.ts';
import { drawnPage, pdfText } from './pdf.ts';
import { photoFacts } from './photo.ts';
import { drawPlain } from './plain-picture.ts';
import type { PictureAnswer, PictureTask, ReadText } from './pictures.ts';

/** The thread that reads uploaded pictures and documents; it is started by pictures.ts. */
const port = parentPort!;
const post = (message: ThreadMessage<never, PictureAnswer>) => port.postMessage(message);

sharp.cache(false);
sharp.concurrency(1);
// Decoders of other formats are less tested and stay blocked. This applies to all threads of the process; SVG is
// needed to draw the server's legends.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif', 'Svg'].map((it) => `VipsForeignLoad${it}`),
});

/** A panorama of 30,000 × 15,000 pixels is accepted; a small file that claims more is not decoded. */
const MAX_PIXELS = 500_000_000;
const SECONDS = 15;
/** Metadata further back than this are not read. */
const MAX_BYTES = 256 * 1024 * 1024;

port.on('message', (task: PictureTask) => {
  carryOut(task).then(
    (value) => post({ kind: 'done', value }),
    () => post({ kind: 'failed', failure: 'files.no-preview', values: {} }),
  );
});

function carryOut(task: PictureTask): Promise<PictureAnswer> {
  if (task.look === 'type') return mediaTypeOf(task.head, task.name);
  if (task.look === 'photo') return photo(task.file);
  if (task.look === 'text') return text(task);
  if (task.look === 'blur') return blurPicture(task);
  if (task.look === 'plain') return plain(task);
  return preview(task);
}

async function photo(file: string): Promise<PictureAnswer> {
  const size = await sharp(file, { limitInputPixels: false })
    .metadata()
    .then(
      ({ width, height }) => ({ width, height }),
      () => undefined,
    );
  const facts = photoFacts(await beginningOf(file), size);
  await readyDeclination([facts]);
  return facts.directionFrom === 'magnetic'
    ? { ...facts, declination: declinationOf(facts, facts.position) }
    : facts;
}

async function text({ file, mediaType, most }: PictureTask & { look: 'text' }): Promise<ReadText> {
  if (mediaType === 'application/pdf') return pdfText(file, most);
  const office = officeKindOf(mediaType);
  if (office) return { text: await officeText(file, office, most), pages: null };
  // Of UTF-8, at most four bytes are one character.
  const content = await beginningOf(file, most * 4);
  return { text: new TextDecoder().decode(content), pages: null };
}

async function beginningOf(file: string, most = MAX_BYTES): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const content = Buffer.alloc(Math.min(size, most));
    const { bytesRead } = await handle.read(content, 0, content.length, 0);
    return content.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function preview(task: PictureTask & { look: 'preview' }): Promise<Uint8Array> {
  const { size } = task;
  const picture = await pictureOf(task);
  const { data } = await picture
    .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 3 })
    .timeout({ seconds: SECONDS })
    .toBuffer({ resolveWithObject: true });
  return new Uint8Array(data);
}

async function pictureOf(task: PictureTask & { look: 'preview' }): Promise<Sharp> {
  const { file, mediaType, size, page = 1 } = task;
  if (mediaType === 'application/pdf') return sharp(...(await drawnPage(file, page, size)));
  if (mediaType === DXF) return sharp(dxfPicture(file, size), { limitInputPixels: MAX_PIXELS });
  if (HEIC.includes(mediaType)) {
    const { data, raw } = await heicPixels(file);
    return sharp(data, { raw });
  }
  await refuseSvg(file);
  // A photo with a damaged end still shows what it has.
  return sharp(file, {
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
    sequentialRead: true,
  }).autoOrient();
}

async function plain(task: PictureTask & { look: 'plain' }): Promise<PictureAnswer> {
  await refuseSvg(task.file);
  return drawPlain(task);
}

/** An upload of a photo is decoded as one, or not at all. */
async function refuseSvg(file: string): Promise<void> {
  const { format } = await sharp(file, { limitInputPixels: false }).metadata();
  if (format === 'svg') throw new Error('An SVG pretends to be a photo.');
}
