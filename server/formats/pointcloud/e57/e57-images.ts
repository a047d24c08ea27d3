import { UnusableCloud } from '../unusable-cloud.ts';
import type { E57File } from './e57-file.ts';
import { poseOf } from './e57-scans.ts';
import { find, numberIn, type E57Element } from './e57-xml.ts';

const MAX_IMAGES = 5000;
/** Of the section that holds a picture, before its bytes. */
const BLOB_HEADER = 16;
/** 1980-01-06, from which times count, and the leap seconds by which they are ahead of UTC since 2017. */
const GPS_EPOCH = 315_964_800;
const LEAP_SECONDS = 18;

/**
 * A picture of a file. Its axes are those of E57: of a sphere X is ahead, Y to the left and Z up; of a pinhole X is to the
 * right, Y up, and the camera looks against Z.
 */
export interface E57Image {
  guid: string;
  name: string;
  /** JPEG or PNG in the file: where its section begins, and its bytes. */
  position: number;
  length: number;
  /** By rows, and translation, from the axes of the picture to those of the file. */
  rotation: number[];
  translation: [number, number, number];
  takenAt: string | null;
  /** What a sphere or a pinhole has, in pixels; undefined of another projection, which is not read. */
  shape: E57Sphere | E57Pinhole | undefined;
}
export interface E57Sphere {
  kind: 'sphere';
  width: number;
  height: number;
  /** Of the whole sphere in the scale of the picture. */
  fullWidth: number;
  fullHeight: number;
}
export interface E57Pinhole {
  kind: 'pinhole';
  width: number;
  height: number;
  /** Focal length, and the point that the camera looks at, from the left and the top. */
  focal: number;
  middle: [number, number];
}

/** The pictures of a file. Throws UnusableCloud. */
export function imagesOf(root: E57Element): E57Image[] {
  const images = find(root, 'images2D')?.children ?? [];
  if (images.length > MAX_IMAGES) throw new UnusableCloud('damaged');
  return images.map((image, i) => {
    const representation = [
      'sphericalRepresentation',
      'pinholeRepresentation',
      'cylindricalRepresentation',
      'visualReferenceRepresentation',
    ].flatMap((name) => find(image, name) ?? [])[0];
    const blob = find(representation, 'jpegImage') ?? find(representation, 'pngImage');
    const guid = find(image, 'guid')?.text.trim();
    const name = find(image, 'name')?.text.trim();
    return {
      guid: guid || `image ${i + 1}`,
      name: `${name || `image ${i + 1}`}.${blob?.name === 'pngImage' ? 'png' : 'jpg'}`,
      position: Number(blob?.attributes['fileOffset']),
      length: Number(blob?.attributes['length']),
      ...poseOf(find(image, 'pose')),
      takenAt: timeIn(find(image, 'acquisitionDateTime', 'dateTimeValue')),
      shape: blob && representation ? shapeOf(representation) : undefined,
    };
  });
}

/** The bytes of a picture. Throws UnusableCloud. */
export function readImage(file: E57File, { position, length }: E57Image): Buffer {
  if (!Number.isSafeInteger(length) || length <= 0) throw new UnusableCloud('damaged');
  return file.read(file.read(position, BLOB_HEADER).next, length).bytes;
}

function shapeOf(representation: E57Element): E57Image['shape'] {
  const number = (name: string) => numberIn(find(representation, name), NaN);
  const [width, height] = [number('imageWidth'), number('imageHeight')];
  const [across, up] = [number('pixelWidth'), number('pixelHeight')];
  if (![width, height, across, up].every((value) => value > 0)) return undefined;
  if (representation.name === 'sphericalRepresentation')
    return {
      kind: 'sphere',
      width,
      height,
      fullWidth: Math.round((2 * Math.PI) / across),
      fullHeight: Math.round(Math.PI / up),
    };
  const focal = number('focalLength') / across;
  const middle: [number, number] = [number('principalPointX'), number('principalPointY')];
  if (representation.name !== 'pinholeRepresentation' || !(focal > 0) || !middle.every(Number.isFinite))
    return undefined;
  return { kind: 'pinhole', width, height, focal, middle };
}

function timeIn(element: E57Element | undefined): string | null {
  const seconds = numberIn(element, 0);
  const time = new Date((GPS_EPOCH + seconds - LEAP_SECONDS) * 1000);
  return seconds > 0 && !Number.isNaN(time.getTime()) ? time.toISOString() : null;
}
