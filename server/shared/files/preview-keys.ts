import { PREVIEW_SIZES } from '#core/protocol';

/** Storage key of the preview of a content. */
export function previewKey(key: string, size: number): string {
  return `${key}.${size}.webp`;
}

/** Storage keys of all previews of a content. */
export function previewKeys(key: string): string[] {
  return PREVIEW_SIZES.map((size) => previewKey(key, size));
}
