import { upright, type Blurred } from './blur-picture.ts';

export interface PlainTask {
  look: 'plain';
  file: string;
  mediaType: string;
}

/** Longest side, pixels. */
const LARGEST = 8192;

/** A picture as an upright JPEG without metadata, no larger than programs that look at it need. Throws. */
export async function drawPlain(task: PlainTask): Promise<Blurred> {
  const { data, info } = await (
    await upright(task)
  )
    .resize({ width: LARGEST, height: LARGEST, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .jpeg({ quality: 90 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: new Uint8Array(data), mediaType: 'image/jpeg', width: info.width, height: info.height };
}
