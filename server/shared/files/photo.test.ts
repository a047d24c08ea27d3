import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { PhotoFacts } from '#core/protocol';
import { factsOf, previewOf } from './pictures.ts';
import { photoFacts } from './photo.ts';

const REAL = path.resolve(import.meta.dirname, '../../../../shared/data/panoramas');

/** Combined from the metadata of several cameras; ExifTool also reports those outside of EXIF. */
const IN_ITS_EXIF = { DateTimeOriginal: '2001:05:19 18:36:41', Model: 'FinePix2400Zoom' };

interface Truth {
  ImageWidth: number;
  ImageHeight: number;
  Orientation?: number;
  GPSLatitude?: number;
  GPSLongitude?: number;
  GPSAltitude?: number;
  GPSImgDirection?: number;
  GPSDateTime?: string;
  DateTimeOriginal?: string;
  OffsetTimeOriginal?: string;
  Make?: string;
  Model?: string;
  ProjectionType?: string;
}

/** A picture with this EXIF, in the names of libvips. */
async function picture(exif: Record<string, Record<string, string>>): Promise<PhotoFacts> {
  const content = await sharp({ create: { width: 4, height: 2, channels: 3, background: 'red' } })
    .withExif(exif)
    .jpeg()
    .toBuffer();
  return photoFacts(content, { width: 4, height: 2 });
}

const GPS = {
  GPSLatitudeRef: 'S',
  GPSLatitude: '36/1 13/1 1521/100',
  GPSLongitudeRef: 'E',
  GPSLongitude: '149/1 7/1 5476/100',
};

describe('the metadata of a photo', () => {
  it('contains the direction of a drone’s gimbal, its height, and the width of the picture as an angle', async () => {
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" drone-dji:GimbalPitchDegree="-89.90"
        drone-dji:GimbalYawDegree="-170.5" drone-dji:RelativeAltitude="+60.10"/></rdf:RDF></x:xmpmeta>`;
    const content = await sharp({ create: { width: 4, height: 3, channels: 3, background: 'red' } })
      .withExif({ IFD2: { FocalLengthIn35mmFilm: '24' } })
      .withXmp(xmp)
      .jpeg()
      .toBuffer();
    const facts = photoFacts(content, { width: 4, height: 3 });
    expect(facts).toMatchObject({
      pitch: -89.9,
      direction: 189.5,
      directionFrom: 'true',
      heightAboveStart: 60.1,
    });
    // The diagonal of 36 × 24 mm is 43.267 mm; of 4 × 3 the width is four fifths of the diagonal, 34.613 mm at 24 mm.
    expect(facts.fieldOfView).toBeCloseTo((2 * Math.atan(34.6133 / 48) * 180) / Math.PI, 3);
  });

  it('leaves out a pitch that no gimbal has, and says so', async () => {
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:Camera="http://pix4d.com/camera/1.0" Camera:Pitch="1e9" Camera:Yaw="12"/></rdf:RDF></x:xmpmeta>`;
    const content = await sharp({ create: { width: 4, height: 3, channels: 3, background: 'red' } })
      .withXmp(xmp)
      .jpeg()
      .toBuffer();
    const { pitch, direction, notes } = photoFacts(content, { width: 4, height: 3 });
    expect([pitch, direction, notes]).toEqual([null, 12, ['pitch']]);
  });

  it('contains its place, direction and time', async () => {
    const facts = await picture({
      IFD0: { Make: 'Ricoh', Model: 'RICOH THETA' },
      IFD2: {
        DateTimeOriginal: '2024:05:17 10:31:02',
        OffsetTimeOriginal: '+02:00',
        SubSecTimeOriginal: '25',
      },
      IFD3: { ...GPS, GPSImgDirectionRef: 'T', GPSImgDirection: '275/2' },
    });
    // 36 + 13/60 + 15.21/3600 = 36.22089…, south; 149 + 7/60 + 54.76/3600 = 149.13187…
    expect(facts.position![0]).toBeCloseTo(149 + 7 / 60 + 54.76 / 3600, 10);
    expect(facts.position![1]).toBeCloseTo(-(36 + 13 / 60 + 15.21 / 3600), 10);
    expect(facts).toMatchObject({
      direction: 137.5,
      directionFrom: 'true',
      camera: 'RICOH THETA',
      takenAtLocal: '2024-05-17T10:31:02.250',
      takenAt: '2024-05-17T08:31:02.250Z',
      notes: [],
    });
  });

  it('has no time when its time zone is unknown', async () => {
    const facts = await picture({ IFD2: { DateTimeOriginal: '2024:05:17 10:31:02' } });
    expect(facts).toMatchObject({ takenAtLocal: '2024-05-17T10:31:02', takenAt: null, notes: [] });
  });

  it('omits and notes invalid values', async () => {
    const facts = await picture({
      IFD2: { DateTimeOriginal: '2024:02:31 10:31:02' },
      IFD3: { ...GPS, GPSLatitude: '136/1 0/1 0/1', GPSImgDirection: '400/1' },
    });
    expect(facts).toMatchObject({ takenAtLocal: null, position: null, direction: null });
    expect(facts.notes).toEqual(['time', 'position', 'direction']);
    const nowhere = await picture({
      IFD3: { ...GPS, GPSLatitude: '0/1 0/1 0/1', GPSLongitude: '0/1 0/1 0/1' },
    });
    expect([nowhere.position, nowhere.notes]).toEqual([null, ['position']]);
  });

  it('survives content cut and changed at any place', async () => {
    const whole = await sharp({ create: { width: 4, height: 2, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Make: 'Canon' }, IFD3: GPS })
      .jpeg()
      .toBuffer();
    for (let at = 0; at < whole.length; at += 3) {
      const changed = Buffer.from(whole);
      changed[at] = 255 - changed[at]!;
      for (const content of [changed, whole.subarray(0, at)]) {
        const facts = photoFacts(content, undefined);
        if (facts.position) expect(Math.abs(facts.position[1])).toBeLessThanOrEqual(90);
        expect(facts.orientation).toBeGreaterThanOrEqual(1);
      }
    }
  });
});

describe.skipIf(!existsSync(REAL))('real photos', () => {
  const { files } = existsSync(REAL)
    ? (JSON.parse(readFileSync(path.join(REAL, 'expected.json'), 'utf8')) as { files: Record<string, Truth> })
    : { files: {} };

  it('are all listed', () => {
    const there = ['exif', 'equirect'].flatMap((folder) =>
      readdirSync(path.join(REAL, folder)).map((name) => `${folder}/${name}`),
    );
    expect(Object.keys(files).sort()).toEqual(there.sort());
  });

  it.each(Object.entries(files))('%s has the values of ExifTool', async (name, read) => {
    const truth = { ...read, ...(name === 'exif/exiftool-ExifTool.jpg' && IN_ITS_EXIF) };
    const facts = (await factsOf(path.join(REAL, name)))!;
    expect([facts.width, facts.height, facts.orientation]).toEqual([
      truth.ImageWidth,
      truth.ImageHeight,
      truth.Orientation ?? 1,
    ]);
    if (truth.GPSLatitude === undefined) expect(facts.position).toBeNull();
    else {
      // 1e-9° is 0.1 mm: ExifTool prints no more digits.
      expect(facts.position![1]).toBeCloseTo(truth.GPSLatitude, 9);
      expect(facts.position![0]).toBeCloseTo(truth.GPSLongitude!, 9);
    }
    if (truth.GPSAltitude === undefined) expect(facts.altitude).toBeNull();
    else expect(facts.altitude).toBeCloseTo(truth.GPSAltitude, 6);
    if (truth.GPSImgDirection === undefined) expect(facts.direction).toBeNull();
    else expect(facts.direction).toBeCloseTo(truth.GPSImgDirection, 6);
    const clock = truth.DateTimeOriginal?.replace(/^(\d+):(\d+):(\d+) /, '$1-$2-$3T');
    expect(facts.takenAtLocal?.slice(0, 19)).toBe(clock);
    const known = truth.OffsetTimeOriginal
      ? new Date(`${clock}${truth.OffsetTimeOriginal}`)
      : truth.GPSDateTime && new Date(truth.GPSDateTime.replace(/^(\d+):(\d+):(\d+) /, '$1-$2-$3T'));
    if (known) expect(Math.abs(Date.parse(facts.takenAt!) - known.getTime())).toBeLessThan(1000);
    else expect(facts.takenAt).toBeNull();
    expect(facts.camera ?? '').toContain(truth.Model ?? '');
    expect(facts.panorama?.projection).toBe(truth.ProjectionType);
  });

  it('in HEIC from a phone have previews', async () => {
    const file = path.join(REAL, 'exif/heic-IMG_5195.HEIC');
    const preview = await previewOf({ look: 'preview', file, mediaType: 'image/heic', size: 512 });
    const { width, height } = await sharp(preview).metadata();
    // 2,566 × 3,313 pixels: 512 · 2,566 / 3,313 = 396.6.
    expect([width, height]).toEqual([397, 512]);
    const { channels } = await sharp(preview).stats();
    for (const { stdev } of channels.slice(0, 3)) expect(stdev).toBeGreaterThan(10);
  });
});
