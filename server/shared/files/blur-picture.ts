import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import type { BlurRegion } from '#core/protocol';
import { HEIC, heicPixels } from './heic.ts';

/** What a picture has of the whole that regions count in, as parts of it: left, top, width, height. */
export type PictureWindow = readonly [number, number, number, number];

export interface BlurTask {
  look: 'blur';
  file: string;
  mediaType: string;
  regions: readonly BlurRegion[];
  window: PictureWindow;
  /** The left and the right edge are the same. */
  isSphere: boolean;
}

export interface Blurred {
  bytes: Uint8Array;
  mediaType: string;
  /** Pixels of the upright picture. */
  width: number;
  height: number;
}

const MAX_PIXELS = 1_000_000_000;
/** Longest side, pixels, of the picture that blurred parts are taken from. */
const COARSE = 1024;
/** The most values that a region keeps along its longer side: no face is known by them. */
const CELLS = 6;
const QUALITY = 92;

/** The picture with regions blurred, upright and without metadata: an EXIF thumbnail would still show them. Throws. */
export async function blurPicture(task: BlurTask): Promise<Blurred> {
  const { width, height } = await uprightSize(task);
  const scale = Math.min(1, COARSE / Math.max(width, height));
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const coarse = await (
    await upright(task)
  )
    .resize(w, h, { fit: 'fill' })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { channels } = coarse.info;
  const patches: OverlayOptions[] = [];
  for (const polygon of polygonsIn(task, width, height)) {
    const box = boxOf(polygon, width, height);
    if (!box) continue;
    const [left, top, wide, high] = box;
    const x = Math.min(w - 1, Math.floor(left * scale));
    const y = Math.min(h - 1, Math.floor(top * scale));
    const area = {
      left: x,
      top: y,
      width: Math.max(1, Math.min(w - x, Math.ceil(wide * scale))),
      height: Math.max(1, Math.min(h - y, Math.ceil(high * scale))),
    };
    const part = CELLS / Math.max(area.width, area.height);
    const cells = [area.width, area.height].map((side) =>
      Math.max(1, Math.round(side * Math.min(1, part))),
    ) as [number, number];
    const averaged = await sharp(coarse.data, { raw: { width: w, height: h, channels } })
      .extract(area)
      .resize(...cells, { fit: 'fill' })
      .raw()
      .toBuffer();
    const input = await sharp(averaged, { raw: { width: cells[0], height: cells[1], channels } })
      .resize(wide, high, { fit: 'fill', kernel: 'cubic' })
      .ensureAlpha()
      .composite([{ input: maskOf(polygon, box), blend: 'dest-in' }])
      .png({ compressionLevel: 1 })
      .toBuffer();
    patches.push({ input, left, top });
  }
  const picture = (await upright(task)).toColourspace('srgb').composite(patches);
  const { data, mediaType } = await written(picture, task.mediaType);
  return { bytes: new Uint8Array(data), mediaType, width, height };
}

async function written(picture: Sharp, mediaType: string): Promise<{ data: Buffer; mediaType: string }> {
  if (mediaType === 'image/png') return { data: await picture.png().toBuffer(), mediaType };
  if (mediaType === 'image/webp')
    return { data: await picture.webp({ quality: QUALITY }).toBuffer(), mediaType };
  const jpeg = picture.flatten({ background: 'white' }).jpeg({ quality: QUALITY });
  return { data: await jpeg.toBuffer(), mediaType: 'image/jpeg' };
}

/** As it is looked at. Throws. */
export async function upright({ file, mediaType }: Pick<BlurTask, 'file' | 'mediaType'>): Promise<Sharp> {
  if (HEIC.includes(mediaType)) {
    const { data, raw } = await heicPixels(file);
    return sharp(data, { raw });
  }
  return sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true }).autoOrient();
}

async function uprightSize({ file, mediaType }: BlurTask): Promise<{ width: number; height: number }> {
  if (HEIC.includes(mediaType)) return (await heicPixels(file)).raw;
  const { format, autoOrient } = await sharp(file, { limitInputPixels: MAX_PIXELS }).metadata();
  if (format === 'svg') throw new Error('An SVG pretends to be a photo.');
  return autoOrient;
}

type Polygon = readonly (readonly [number, number])[];

/** Regions in pixels of the picture; of a sphere also where they go on at its other side, and over its poles. */
function polygonsIn(
  { regions, window: [left, top, wide, high], isSphere }: BlurTask,
  width: number,
  height: number,
): Polygon[] {
  return regions.flatMap((region) => {
    const corners = isSphere ? overPole(region) : region;
    return (isSphere ? [-1, 0, 1] : [0]).map((turn) =>
      corners.map(([across, down]): [number, number] => [
        ((across + turn - left) / wide) * width,
        ((down - top) / high) * height,
      ]),
    );
  });
}

/** A region around a pole goes once around the sphere: it is closed along the edge of the picture. */
export function overPole(region: BlurRegion): [number, number][] {
  const corners: [number, number][] = [];
  let before = region[0]![0];
  for (const [across, down] of region) {
    const nearest = across + Math.round(before - across);
    corners.push([nearest, down]);
    before = nearest;
  }
  const [first, firstDown] = corners[0]!;
  const around = Math.round(before - first);
  if (around === 0) return corners;
  const mean = corners.reduce((sum, [, down]) => sum + down, 0) / corners.length;
  const edge = mean < 0.5 ? 0 : 1;
  return [...corners, [first + around, firstDown], [first + around, edge], [first, edge]];
}

/** Whole pixels around a polygon within the picture; undefined when it is outside. */
function boxOf(
  polygon: Polygon,
  width: number,
  height: number,
): readonly [left: number, top: number, wide: number, high: number] | undefined {
  const [xs, ys] = [polygon.map(([x]) => x), polygon.map(([, y]) => y)];
  const [left, top] = [Math.max(0, Math.floor(Math.min(...xs))), Math.max(0, Math.floor(Math.min(...ys)))];
  const right = Math.min(width, Math.ceil(Math.max(...xs)));
  const bottom = Math.min(height, Math.ceil(Math.max(...ys)));
  return right > left && bottom > top ? [left, top, right - left, bottom - top] : undefined;
}

function maskOf(
  polygon: Polygon,
  [left, top, wide, high]: readonly [number, number, number, number],
): Buffer {
  const points = polygon.map(([x, y]) => `${(x - left).toFixed(2)},${(y - top).toFixed(2)}`).join(' ');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}"><polygon points="${points}" fill="#fff"/></svg>`,
  );
}
