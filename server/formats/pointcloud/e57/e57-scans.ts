import { UnusableCloud } from '../unusable-cloud.ts';
import { find, numberIn, type E57Element } from './e57-xml.ts';

/** How a value of each point is stored. */
export interface E57Field {
  name: string;
  kind: 'integer' | 'scaled' | 'single' | 'double';
  /** Of integers: the least value, and the bits of one. */
  min: number;
  bits: number;
  scale: number;
  offset: number;
}

export interface E57Scan {
  /** Where its section begins in the file. */
  position: number;
  count: number;
  fields: E57Field[];
  /** Rotation by rows, and translation, from the scanner to the common system. */
  rotation: number[];
  translation: [number, number, number];
  /** Factors from stored colours to 0 to 255, and from intensities to 0 to 65,535, with the values at 0. */
  colour: { min: number; factor: number };
  intensity: { min: number; factor: number };
}

const MAX_FIELDS = 100;

/** The scans of a file. Throws UnusableCloud. */
export function scansOf(root: E57Element): E57Scan[] {
  return (find(root, 'data3D')?.children ?? []).map((scan) => {
    const points = find(scan, 'points');
    const prototype = find(points, 'prototype');
    if (!points || !prototype || prototype.children.length > MAX_FIELDS) throw new UnusableCloud('damaged');
    const fields = prototype.children.map(fieldOf);
    const limits = (of: string, low: string, high: string, field: string, to: number) => {
      const own = fields.find(({ name }) => name === field);
      const min = numberIn(find(scan, of, low), own?.min ?? 0);
      const natural = own?.kind === 'integer' ? own.min + 2 ** own.bits - 1 : 1;
      const span = numberIn(find(scan, of, high), natural) - min;
      return { min, factor: span > 0 ? to / span : 1 };
    };
    return {
      position: Number(points.attributes['fileOffset']),
      count: Number(points.attributes['recordCount']),
      fields,
      ...poseOf(find(scan, 'pose')),
      colour: limits('colorLimits', 'colorRedMinimum', 'colorRedMaximum', 'colorRed', 255),
      intensity: limits('intensityLimits', 'intensityMinimum', 'intensityMaximum', 'intensity', 65_535),
    };
  });
}

/** Number of pictures of a sphere or a pinhole, which can be taken out. */
export function countImages(root: E57Element): number {
  const images = find(root, 'images2D')?.children ?? [];
  return images.filter(
    (image) => find(image, 'sphericalRepresentation') ?? find(image, 'pinholeRepresentation'),
  ).length;
}

function fieldOf({ name, attributes }: E57Element): E57Field {
  const number = (key: string, otherwise: number) => {
    const value = attributes[key] === undefined ? otherwise : Number(attributes[key]);
    if (!Number.isFinite(value)) throw new UnusableCloud('damaged');
    return value;
  };
  const type = attributes['type'];
  const base = { name, min: 0, bits: 0, scale: 1, offset: 0 };
  if (type === 'Float') {
    const single = attributes['precision'] === 'single';
    return { ...base, kind: single ? 'single' : 'double', bits: single ? 32 : 64 };
  }
  if (type !== 'Integer' && type !== 'ScaledInteger') throw new UnusableCloud('damaged');
  const min = number('minimum', -(2 ** 63));
  const bits = Math.ceil(Math.log2(number('maximum', 2 ** 63) - min + 1));
  if (!(bits >= 0 && bits <= 64)) throw new UnusableCloud('damaged');
  const kind = type === 'Integer' ? 'integer' : 'scaled';
  return { ...base, kind, min, bits, scale: number('scale', 1), offset: number('offset', 0) };
}

export function poseOf(pose: E57Element | undefined): Pick<E57Scan, 'rotation' | 'translation'> {
  const [w, x, y, z] = ['w', 'x', 'y', 'z'].map((name) =>
    numberIn(find(pose, 'rotation', name), name === 'w' ? 1 : 0),
  ) as [number, number, number, number];
  const square = w * w + x * x + y * y + z * z;
  if (!(square > 0)) throw new UnusableCloud('damaged');
  const s = 2 / square;
  const translation = ['x', 'y', 'z'].map((name) => numberIn(find(pose, 'translation', name), 0));
  return {
    rotation: [
      1 - s * (y * y + z * z),
      s * (x * y - z * w),
      s * (x * z + y * w),
      s * (x * y + z * w),
      1 - s * (x * x + z * z),
      s * (y * z - x * w),
      s * (x * z - y * w),
      s * (y * z + x * w),
      1 - s * (x * x + y * y),
    ],
    translation: translation as [number, number, number],
  };
}
