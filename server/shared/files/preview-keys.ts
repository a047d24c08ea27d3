import { PREVIEW_SIZES } from '#core/protocol';

/** Where the preview of a content is kept. */
export function previewKey(key: string, size: number): string {
  return `${key}.${size}.webp`;
}

/** Where all previews of a content are kept. */
export function previewKeys(key: string): string[] {
  return PREVIEW_SIZES.map((size) => previewKey(key, size));
}
