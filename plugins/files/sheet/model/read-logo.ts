import { base64Of } from '#core/kernel';
import { MAX_LOGO } from '#core/protocol';

/** A picture in base64; undefined when it is neither PNG nor JPEG, or too large. */
export async function readLogo(file: Blob): Promise<string | undefined> {
  if (file.size > (MAX_LOGO * 3) / 4) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isPng = bytes[0] === 0x89 && bytes[1] === 0x50;
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  if (!isPng && !isJpeg) return undefined;
  return base64Of(file);
}
