import type { GeoTIFFImage } from 'geotiff';

/** Below the deepest trench or above the highest mountain, metres: not a height, whatever the file says. */
const LOWEST = -11_500;
const HIGHEST = 9_500;
/** Values that programs use for a missing height without declaring it. */
const COMMON_VALUES = [-9999, -32_768];

/** Returns a function that converts a file's value to metres; NaN for missing heights. */
export async function missingOf(image: GeoTIFFImage, unit: number): Promise<(value: number) => number> {
  const stated = await statedMissing(image);
  const { scale, offset } = await scaleOf(image);
  const missing = (value: number) =>
    stated === undefined
      ? COMMON_VALUES.includes(value)
      : value === stated || value === Math.fround(stated) || (Number.isNaN(value) && Number.isNaN(stated));
  return (value) => {
    if (missing(value)) return NaN;
    const metres = (value * scale + offset) * unit;
    return metres >= LOWEST && metres <= HIGHEST ? metres : NaN;
  };
}

async function statedMissing(image: GeoTIFFImage): Promise<number | undefined> {
  const text = await image.fileDirectory.loadValue('GDAL_NODATA');
  const clean = text?.replace(/\0.*$/s, '').trim();
  return clean === undefined || clean === '' ? undefined : clean === 'nan' ? NaN : Number(clean);
}

/** As in GDAL: height = value · scale + offset. */
async function scaleOf(image: GeoTIFFImage): Promise<{ scale: number; offset: number }> {
  const text = await image.fileDirectory.loadValue('GDAL_METADATA');
  const item = (role: string, common: number) => {
    const found = new RegExp(`<Item[^>]*role="${role}"[^>]*>\\s*([-+.\\deE]+)`).exec(text ?? '');
    const value = Number(found?.[1] ?? common);
    return Number.isFinite(value) ? value : common;
  };
  return { scale: item('scale', 1), offset: item('offset', 0) };
}
