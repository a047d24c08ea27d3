import { IMPORT_FORMATS, type ImportFormat } from '#core/protocol';

/** By the ending of the name. A file with another ending is read as GeoJSON, whose reader says what it takes. */
export function formatOf(name: string): ImportFormat {
  const formats = Object.entries(IMPORT_FORMATS) as [ImportFormat, readonly string[]][];
  const found = formats.find(([, endings]) => endings.some((ending) => name.toLowerCase().endsWith(ending)));
  return found?.[0] ?? 'geojson';
}
