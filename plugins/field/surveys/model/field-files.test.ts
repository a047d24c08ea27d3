import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fieldFilesAmong, classified } from './field-files.ts';

const picture = async (width: number, height: number, exif: Record<string, string> = {}) =>
  sharp({ create: { width, height, channels: 3, background: 'navy' } })
    .withExif({ IFD2: exif })
    .jpeg()
    .toBuffer();

describe('What the field brought back', () => {
  it('is told apart: tracks by their names, spheres by what they say or by their sides, other pictures are photos', async () => {
    const files = [
      new File(['<gpx><trkpt><time>2026-05-04T10:00:00Z</time></trkpt></gpx>'], 'Walk.GPX'),
      new File([await picture(64, 32, { DateTimeOriginal: '2026:05:05 08:00:00' })], 'sphere.jpg'),
      new File([await picture(64, 48, { DateTimeOriginal: '2026:05:06 08:00:00' })], 'photo.jpeg'),
      new File(
        [
          await sharp(await picture(64, 32))
            .png()
            .toBuffer(),
        ],
        'sphere.png',
      ),
      // Cropped: it has another shape, and says what it is.
      new File([await picture(64, 20), 'GPano:ProjectionType="equirectangular"'], 'cropped.jpg'),
      new File(['x'], 'IMG_1.HEIC'),
      new File(['x'], 'notes.pdf'),
      new File([''], 'empty.jpg'),
    ];
    expect((await classified(files)).map(({ kind, day }) => `${kind} ${day}`)).toEqual([
      'track 2026-05-04',
      'panorama 2026-05-05',
      'photo 2026-05-06',
      'panorama undefined',
      'panorama undefined',
      'photo undefined',
      'document undefined',
      'photo undefined',
    ]);
  });

  it('is of a survey when it is dropped on a map with a panorama, or photos with a track', async () => {
    const sphere = new File([await picture(64, 32)], 'sphere.jpg');
    const photo = new File([await picture(64, 48)], 'photo.jpg');
    const others = ['walk.gpx', 'table.csv', 'ortho.tif', 'notes.pdf'].map((name) => new File(['x'], name));
    const names = async (...files: File[]) => (await fieldFilesAmong(files)).map(({ name }) => name);
    expect(await names(sphere, photo, ...others)).toEqual(['sphere.jpg', 'photo.jpg', 'walk.gpx']);
    expect(await names(photo, ...others)).toEqual(['photo.jpg', 'walk.gpx']);
    expect([await names(photo), await names(...others), await names(sphere)]).toEqual([
      [],
      [],
      ['sphere.jpg'],
    ]);
  });
});
