import { PREVIEW_SIZES } from '#core/protocol';

/** Storage key of the preview of a content. */
export function previewKey(key: string, size: number): string {
  return `${key}.${size}.webp`;
}

/** Storage key of the PDF that was made of an office file. */
export function convertedKey(key: string): string {
  return `${key}.pdf`;
}

/** Storage keys of all that was made of a content to show it. */
export function previewKeys(key: string): string[] {
  return [convertedKey(key), ...PREVIEW_SIZES.map((size) => previewKey(key, size))];
}
