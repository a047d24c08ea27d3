import { DOMParser } from '@xmldom/xmldom';
import ExifReader from 'exifreader';
import type { PhotoFacts } from '#core/protocol';

type Panorama = NonNullable<PhotoFacts['panorama']>;
type ImageSize = Pick<PhotoFacts, 'width' | 'height'>;
type Tags = ExifReader.ExpandedTags;

/** The metadata of a photo. All values are checked; those out of range are omitted and noted. */
export function photoFacts(content: Buffer, size: ImageSize | undefined): PhotoFacts {
  const facts: PhotoFacts = {
    width: size?.width ?? 0,
    height: size?.height ?? 0,
    orientation: 1,
    takenAt: null,
    takenAtLocal: null,
    position: null,
    altitude: null,
    direction: null,
    directionFrom: null,
    pitch: null,
    fieldOfView: null,
    heightAboveStart: null,
    camera: null,
    panorama: null,
    notes: size ? [] : ['unreadable'],
  };
  let tags: Tags;
  try {
    tags = ExifReader.load(content, { expanded: true, domParser: quietParser() });
  } catch (thrown) {
    if (!(thrown instanceof ExifReader.errors.MetadataMissingError)) facts.notes.push('metadata');
    return facts;
  }
  const exif = tags.exif ?? {};
  facts.width ||= whole(exif.PixelXDimension?.value) ?? 0;
  facts.height ||= whole(exif.PixelYDimension?.value) ?? 0;
  const orientation = whole(exif.Orientation?.value);
  if (orientation !== undefined && orientation >= 1 && orientation <= 8) facts.orientation = orientation;
  facts.camera = cameraOf(textOf(exif.Make), textOf(exif.Model));
  facts.panorama = panoramaOf(tags, facts.notes);
  readTime(tags, facts);
  readPlace(tags, facts);
  readDrone(tags, facts);
  facts.fieldOfView = fieldOfView(Number(exif.FocalLengthIn35mmFilm?.value), facts);
  return facts;
}

/** XMP is XML of unknown origin: faults in it do not belong in the server's log. */
function quietParser() {
  return new DOMParser({ onError: () => {} });
}

function readTime({ exif }: Tags, facts: PhotoFacts): void {
  // Not DateTime: that is when the file was last changed.
  const stated = textOf(exif?.DateTimeOriginal);
  const local = stated === undefined ? undefined : localTime(stated, textOf(exif?.SubSecTimeOriginal));
  if (stated !== undefined && stated !== '' && !local) facts.notes.push('time');
  facts.takenAtLocal = local ?? null;
  const offset = textOf(exif?.OffsetTimeOriginal);
  if (local && offset && /^[+-](0\d|1[0-4]):[0-5]\d$/.test(offset))
    facts.takenAt = new Date(`${local}${offset}`).toISOString();
  else facts.takenAt = satelliteTime(textOf(exif?.GPSDateStamp), exif?.GPSTimeStamp?.description) ?? null;
}

/** `2024:05:17 10:31:02` → `2024-05-17T10:31:02`; undefined when there is no such time. */
function localTime(text: string, fraction: string | undefined): string | undefined {
  const found = /^(\d{4})[:/-](\d\d)[:/-](\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(text);
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second] = found;
  const parts = /^\d{1,6}$/.test(fraction ?? '') ? `.${fraction!.slice(0, 3).padEnd(3, '0')}` : '';
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}${parts}`;
  return isTime(`${time}Z`) ? time : undefined;
}

function satelliteTime(date: string | undefined, time: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})[:/-](\d\d)[:/-](\d\d)/.exec(date ?? '') ?? [];
  const [, hour, minute, second] = /^(\d{1,2}):(\d{1,2}):(\d{1,2}(?:\.\d+)?)/.exec(time ?? '') ?? [];
  if (!year || !hour) return undefined;
  const two = (text: string) => text.padStart(2, '0');
  const seconds = Number(second).toFixed(3).padStart(6, '0');
  const text = `${year}-${month}-${day}T${two(hour)}:${two(minute!)}:${seconds}Z`;
  return isTime(text) ? new Date(text).toISOString() : undefined;
}

/** A plausible time: not before such cameras existed and not after tomorrow. */
function isTime(text: string): boolean {
  const at = Date.parse(text);
  if (Number.isNaN(at) || at < Date.UTC(1980) || at > Date.now() + 86_400_000) return false;
  // 31 February would be read as 3 March.
  return new Date(at).toISOString().slice(0, 10) === text.slice(0, 10);
}

function readPlace({ exif, gps }: Tags, facts: PhotoFacts): void {
  const { Latitude: latitude, Longitude: longitude, Altitude: altitude } = gps ?? {};
  if (latitude !== undefined || longitude !== undefined) {
    const within = Math.abs(latitude ?? NaN) <= 90 && Math.abs(longitude ?? NaN) <= 180;
    // Receivers without a fix write exactly zero for both.
    if (within && (latitude !== 0 || longitude !== 0)) facts.position = [longitude!, latitude!];
    else facts.notes.push('position');
  }
  if (altitude !== undefined && facts.position) {
    if (altitude > -12_000 && altitude < 100_000) facts.altitude = altitude;
    else facts.notes.push('altitude');
  }
  const stated = exif?.GPSImgDirection?.description;
  if (stated === undefined) return;
  const direction = Number(stated);
  if (stated !== '' && direction >= 0 && direction <= 360) {
    facts.direction = direction % 360;
    const from = textOf(exif?.GPSImgDirectionRef);
    facts.directionFrom = from === 'T' ? 'true' : from === 'M' ? 'magnetic' : null;
  } else facts.notes.push('direction');
}

/** What drones write as XMP: the direction of the gimbal, which EXIF has no tag for, and the height above the start. */
function readDrone({ xmp }: Tags, facts: PhotoFacts): void {
  const tag = (...names: string[]) => {
    for (const name of names) {
      const text = textOf((xmp as Record<string, { value?: unknown }> | undefined)?.[name]);
      if (text !== undefined && text !== '') return Number(text);
    }
    return undefined;
  };
  const pitch = tag('GimbalPitchDegree', 'Pitch');
  if (pitch !== undefined) {
    // Gimbals that look back over the nadir write less than −90.
    if (Math.abs(pitch) <= 95) facts.pitch = Math.max(-90, Math.min(90, pitch));
    else facts.notes.push('pitch');
  }
  const yaw = tag('GimbalYawDegree', 'Yaw');
  if (yaw !== undefined && facts.direction === null) {
    if (Math.abs(yaw) <= 360) {
      facts.direction = (yaw + 360) % 360;
      facts.directionFrom = 'true';
    } else facts.notes.push('direction');
  }
  const height = tag('RelativeAltitude');
  if (height !== undefined && Math.abs(height) < 10_000) facts.heightAboveStart = height;
}

/** Diagonal of 35 mm film, millimetres: focal lengths are converted to it by the diagonal. */
const FILM = Math.hypot(36, 24);

/** Width of the upright picture as an angle, degrees. */
function fieldOfView(focal: number, { width, height, orientation }: PhotoFacts): number | null {
  if (!(focal >= 4 && focal <= 5000) || width === 0 || height === 0) return null;
  const upright = orientation >= 5 ? height : width;
  const part = upright / Math.hypot(width, height);
  return (Math.atan((FILM * part) / (2 * focal)) * 360) / Math.PI;
}

function panoramaOf({ xmp }: Tags, notes: string[]): Panorama | null {
  const tag = (name: string): unknown =>
    (xmp as Record<string, { value?: unknown }> | undefined)?.[name]?.value;
  const projection = tag('ProjectionType');
  if (typeof projection !== 'string' || !/^[a-z]{1,40}$/i.test(projection)) return null;
  /** Degrees within `most`; what is stated and is not is noted. */
  const degrees = (name: string, most: number): number | null => {
    const stated = tag(name);
    if (stated === undefined || stated === '') return null;
    const value = Number(stated);
    if (Math.abs(value) <= most) return value;
    if (!notes.includes('pose')) notes.push('pose');
    return null;
  };
  const heading = degrees('PoseHeadingDegrees', 360);
  return {
    projection: projection.toLowerCase(),
    fullWidth: whole(tag('FullPanoWidthPixels')) ?? null,
    fullHeight: whole(tag('FullPanoHeightPixels')) ?? null,
    left: whole(tag('CroppedAreaLeftPixels')) ?? null,
    top: whole(tag('CroppedAreaTopPixels')) ?? null,
    width: whole(tag('CroppedAreaImageWidthPixels')) ?? null,
    height: whole(tag('CroppedAreaImageHeightPixels')) ?? null,
    heading: heading === null ? null : (heading + 360) % 360,
    pitch: degrees('PosePitchDegrees', 90),
    roll: degrees('PoseRollDegrees', 180),
  };
}

function cameraOf(make: string | undefined, model: string | undefined): string | null {
  const both = model && make && !model.toLowerCase().startsWith(make.toLowerCase());
  return (both ? `${make} ${model}` : (model ?? make))?.slice(0, 120) || null;
}

/** The text of a tag, without characters that cannot be shown or stored. */
function textOf(tag: { value?: unknown } | undefined): string | undefined {
  const value = Array.isArray(tag?.value) ? (tag.value as unknown[])[0] : tag?.value;
  if (typeof value !== 'string') return undefined;
  return value
    .slice(0, 1000)
    .replace(/[\p{Control}\p{Surrogate}]/gu, '')
    .trim();
}

function whole(value: unknown): number | undefined {
  const number = Number(Array.isArray(value) ? value[0] : value);
  return Number.isInteger(number) && number >= 0 && number < 2 ** 31 ? number : undefined;
}
