/** What a file becomes in a survey. */
export type FieldFileKind = 'track' | 'panorama' | 'photo' | 'document';

export interface FieldFile {
  readonly file: File;
  readonly kind: FieldFileKind;
  /** `2026-05-04`, if it says so. */
  readonly day: string | undefined;
}

const TRACKS = /\.(gpx|csv|txt|nmea|log|geojson|json|out|sbet)$/i;
/** What can be nothing but a track. */
const SURELY_TRACKS = /\.(gpx|nmea|sbet)$/i;
/** Pictures that the server can make a pyramid of. */
const SPHERES = /\.(jpe?g|png|webp|tiff?|avif)$/i;
const PICTURES = /\.(jpe?g|png|webp|tiff?|avif|hei[cf]|gif)$/i;

/** Pictures that a map shows as layers. */
const LAYERS = /\.tiff?$/i;

/** Bytes that are read of each: metadata stand at the beginning. */
const HEAD = 256 * 1024;
/** Part by which a picture of a whole sphere may be wider or narrower than twice its height. */
const ROUNDING = 0.01;

/** What each file becomes: by its name, and of pictures by what they say of themselves. */
export function classified(files: readonly File[]): Promise<FieldFile[]> {
  return Promise.all(files.map(classify));
}

/** What of the files dropped on a map belongs to a survey: panoramas, and with them or with a track all pictures and tracks. */
export async function fieldFilesAmong(files: readonly File[]): Promise<readonly File[]> {
  const found = (await classified(files)).filter(({ file: { name }, kind }) =>
    kind === 'track'
      ? SURELY_TRACKS.test(name)
      : kind === 'panorama' || (kind === 'photo' && !LAYERS.test(name)),
  );
  const kinds = new Set(found.map(({ kind }) => kind));
  return kinds.has('panorama') || kinds.size > 1 ? found.map(({ file }) => file) : [];
}

async function classify(file: File): Promise<FieldFile> {
  if (!TRACKS.test(file.name) && !PICTURES.test(file.name)) return { file, kind: 'document', day: undefined };
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  // Of bytes each becomes one character, so that names and dates in it are found.
  const text = new TextDecoder('latin1').decode(head);
  if (TRACKS.test(file.name))
    return { file, kind: 'track', day: /\b(20\d\d-\d\d-\d\d)T\d\d:/.exec(text)?.[1] };
  const [, year, month, day] =
    /\b((?:19|20)\d\d):([01]\d):([0-3]\d) [0-2]\d:[0-5]\d:[0-6]\d/.exec(text) ?? [];
  return {
    file,
    kind: SPHERES.test(file.name) && isSphere(head, text) ? 'panorama' : 'photo',
    day: day && `${year}-${month}-${day}`,
  };
}

/** It says so, or is twice as wide as high. */
function isSphere(head: Uint8Array, text: string): boolean {
  if (/ProjectionType\W{1,3}(equirectangular|cubemap)/i.test(text)) return true;
  const [width, height] = sizeOf(head) ?? [0, 1];
  return Math.abs(width / height / 2 - 1) <= ROUNDING;
}

/** Width and height of a JPEG or a PNG, pixels; undefined of others. */
function sizeOf(head: Uint8Array): readonly [number, number] | undefined {
  const view = new DataView(head.buffer);
  if (head.length > 24 && view.getUint32(0) === 0x89504e47) return [view.getUint32(16), view.getUint32(20)];
  if (head.length < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < head.length; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    if (marker >> 8 !== 0xff) return undefined;
    // A start of frame; C4, C8 and CC are tables.
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return [view.getUint16(at + 7), view.getUint16(at + 5)];
  }
  return undefined;
}
