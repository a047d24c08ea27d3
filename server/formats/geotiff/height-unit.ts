import type { GeoTIFFImage } from 'geotiff';
import type { HeightUnit, Terrain } from '#core/protocol';
import type { StatedUnit } from './geo-keys.ts';
import { UnusableDem } from './unusable.ts';

export const METRES: Readonly<Record<HeightUnit, number>> = {
  metre: 1,
  foot: 0.3048,
  'us-foot': 1200 / 3937,
};

/** Names of units in the metadata of bands, as GDAL and other programs write them. */
const NAMES: Readonly<Record<string, HeightUnit>> = {
  m: 'metre',
  metre: 'metre',
  metres: 'metre',
  meter: 'metre',
  meters: 'metre',
  ft: 'foot',
  foot: 'foot',
  feet: 'foot',
  'international foot': 'foot',
  'international feet': 'foot',
  'us survey foot': 'us-foot',
  'us survey feet': 'us-foot',
  'us-ft': 'us-foot',
  us_ft: 'us-foot',
  ftus: 'us-foot',
  'ft-us': 'us-foot',
  sfoot: 'us-foot',
};

export interface HeightsIn {
  readonly unit: HeightUnit;
  readonly from: NonNullable<Terrain['unitFrom']>;
}

/**
 * The unit that a person named, else that of the band, the keys or the vertical system, else metres. Throws UnusableDem
 * where the file names an unknown one, or two different ones.
 */
export async function heightUnitOf(
  image: GeoTIFFImage,
  byKeys: StatedUnit | undefined,
  given: HeightUnit | undefined,
): Promise<HeightsIn> {
  if (given) return { unit: given, from: 'person' };
  const byBand = await unitOfBand(image);
  for (const stated of [byBand, byKeys])
    if (stated?.unit === 'other') throw new UnusableDem('unit', { unit: stated.name });
  if (byBand && byKeys && byBand.unit !== byKeys.unit)
    throw new UnusableDem('units', { one: byBand.name, other: byKeys.name });
  const stated = byBand ?? byKeys;
  return stated ? { unit: stated.unit as HeightUnit, from: 'file' } : { unit: 'metre', from: 'assumed' };
}

async function unitOfBand(image: GeoTIFFImage): Promise<StatedUnit | undefined> {
  const text = await image.fileDirectory.loadValue('GDAL_METADATA');
  const name = /<Item[^>]*role="unittype"[^>]*>([^<]*)</i.exec(text ?? '')?.[1]?.trim();
  return name ? { unit: NAMES[name.toLowerCase()] ?? 'other', name: name.slice(0, 40) } : undefined;
}
