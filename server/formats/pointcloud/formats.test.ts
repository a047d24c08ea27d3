import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readOctree, type OctreePoint } from '../../testing/read-octree.ts';
import { smallE57 } from '../../testing/e57.ts';
import { openE57 } from './e57/e57-source.ts';
import { writeOctree } from './octree/write-octree.ts';
import { openPly } from './ply/ply-source.ts';
import type { PointSource } from './points.ts';
import { guessColumns, unnamedColumns } from './text/columns.ts';
import { openText } from './text/text-source.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'groma-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function written(content: string | Buffer): string {
  const file = path.join(folder, `file-${files++}`);
  writeFileSync(file, content);
  return file;
}

/** The points of a source in metres, sorted by x. */
function pointsOf(source: PointSource): (Omit<OctreePoint, 'node'> & { at: number[] })[] {
  const out = mkdtempSync(path.join(folder, 'octree-'));
  writeOctree(source, { folder: out, projection: '' });
  source.close();
  const { metadata, points } = readOctree(out);
  return points
    .map(({ node: _, ...point }) => ({
      ...point,
      at: point.position.map((value, i) =>
        Number((value * metadata.scale[i]! + metadata.offset[i]!).toFixed(6)),
      ),
    }))
    .sort((a, b) => a.at[0]! - b.at[0]!);
}

const text = (content: string, pts = false) => {
  const columns = guessColumns(content.split('\n'))!;
  return pointsOf(openText(written(content), { columns, pts }));
};

describe('texts of points', () => {
  it('are read by what their columns are called', () => {
    const [first, second] = text('Northing;Easting;Z;Class\n5000000,25;400000,5;10;2\n5000001;400001;11;6\n');
    expect(first).toMatchObject({ at: [400_000.5, 5_000_000.25, 10], classification: 2 });
    expect(second).toMatchObject({ at: [400_001, 5_000_001, 11], classification: 6 });
  });

  it('are read by what their columns are called in Italian', () => {
    const [first] = text('Id;Est;Nord;Quota;Rosso;Verde;Blu;Classe\n1;400000,5;5000000,25;10;255;0;128;6\n');
    expect(first).toMatchObject({
      at: [400_000.5, 5_000_000.25, 10],
      rgb: [255, 0, 128],
      classification: 6,
    });
  });

  it('are read by how many numbers are in a line', () => {
    expect(text('1 2 3 255 0 128\n4 5 6 1 2 3')[0]).toMatchObject({ at: [1, 2, 3], rgb: [255, 0, 128] });
    expect(text('# made by hand\n1,2,3\n4,5,6.5')[1]).toMatchObject({ at: [4, 5, 6.5] });
    // From 0 to 1: 0.5 × 65,535 = 32,767.5.
    expect(text('1 2 3 0.5\n2 2 3 1')[0]).toMatchObject({ intensity: 32_768 });
  });

  it('may be PTS, whose scans begin with their number of points and whose intensities with -2048', () => {
    const points = text('1\n1 2 3 -2048 10 20 30\n1\n4 5 6 2047 1 2 3\n', true);
    // (2047 + 2048) × 16 = 65,520.
    expect(points.map(({ intensity }) => intensity)).toEqual([0, 65_520]);
    expect(points[0]).toMatchObject({ at: [1, 2, 3], rgb: [10, 20, 30] });
  });

  it('are not guessed where five columns have no names', () => {
    expect(guessColumns(['1 2 3 4 5'])).toBeNull();
  });

  it('may have names of points between, which are guessed only by what the columns are called', () => {
    const lines = ['Point;East;North;H', 'P1;400000,5;5000000,25;10'];
    const columns = ['skip', 'x', 'y', 'z'];
    expect(guessColumns(lines)).toEqual({ separator: 'semicolon', decimal: 'comma', skip: 1, columns });
    expect(text(lines.join('\n'))[0]).toMatchObject({ at: [400_000.5, 5_000_000.25, 10] });
    expect(guessColumns(lines.slice(1))).toBeNull();
    expect(unnamedColumns(lines.slice(1))).toEqual({
      separator: 'semicolon',
      decimal: 'comma',
      skip: 0,
      columns: ['skip', 'skip', 'skip', 'skip'],
    });
  });

  it.each([
    ['a word', '1 2 3\n1 x 3', 'pointcloud.value {"line":2,"column":2,"value":"x"}'],
    ['too few numbers', '1 2 3\n\n1 2', 'pointcloud.line {"line":3}'],
    ['points too far apart', '1 2 3\n900000 2 3', 'pointcloud.too-wide'],
    ['an endless line', `1 2 3\n${'1 '.repeat(1_000_000)}`, 'pointcloud.l'],
  ])('with %s are refused with the line', (_, content, sentence) => {
    expect(() => text(content)).toThrow(sentence);
  });
});

describe('PLY', () => {
  const properties =
    'property float x\nproperty double y\nproperty float z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\n';
  const header = (format: string, count = 2) =>
    `ply\nformat ${format} 1.0\ncomment a test\nelement vertex ${count}\n${properties}end_header\n`;
  const body = (little: boolean) => {
    const bytes = Buffer.alloc(2 * 19);
    for (const [i, [x, y, z]] of [[1.5, 5_000_000.25, 3] as const, [2.5, 5_000_001, 4] as const].entries()) {
      const view = new DataView(bytes.buffer, bytes.byteOffset + i * 19);
      view.setFloat32(0, x, little);
      view.setFloat64(4, y, little);
      view.setFloat32(12, z, little);
      for (const channel of [0, 1, 2]) view.setUint8(16 + channel, 10 * (channel + 1));
    }
    return bytes;
  };
  const expected = [
    { at: [1.5, 5_000_000.25, 3], rgb: [10, 20, 30] },
    { at: [2.5, 5_000_001, 4], rgb: [10, 20, 30] },
  ];

  it.each([
    ['ascii', Buffer.from(`${header('ascii')}1.5 5000000.25 3 10 20 30\n2.5 5000001 4 10 20 30\n`)],
    ['little-endian', Buffer.concat([Buffer.from(header('binary_little_endian')), body(true)])],
    ['big-endian', Buffer.concat([Buffer.from(header('binary_big_endian')), body(false)])],
  ])('%s is read', (_, file) => {
    expect(pointsOf(openPly(written(file)))).toMatchObject(expected);
  });

  it.each([
    ['more points than bytes', `${header('binary_little_endian', 1e15)}abc`, 'cut-off-points'],
    ['no points', header('ascii', 0), 'empty'],
    ['words', `${header('ascii', 1)}1 2 x 1 1 1 1 1 1 1 1\n`, 'pointcloud.point'],
    [
      'a list among the properties',
      header('ascii').replace('property float z', 'property list uchar int z'),
      'ply-order',
    ],
  ])('with %s is refused', (_, content, sentence) => {
    expect(() => pointsOf(openPly(written(content)))).toThrow(sentence);
  });
});

describe('E57', () => {
  it('is read across pages, with the pose of its scan, and without points that have no place', () => {
    // 2,000 points of 12 + 3 bytes are some 30 pages of 1,020 bytes. A quarter turn to the left, then 100 to the east.
    const points = pointsOf(openE57(written(smallE57({ points: 2000 }))));
    expect(points).toHaveLength(1999);
    // A point (x, 0, 0.5) of the scan lies at (100, x, 0.5 + 7).
    for (const { at, rgb } of points) expect([at[0], at[2], rgb]).toEqual([100, 7.5, [255, 0, 128]]);
    const sum = points.reduce((total, { at }) => total + at[1]!, 0);
    // y of the n-th is n × 0.01; all but the last: (0 + … + 1998) × 0.01.
    expect(sum).toBeCloseTo(((1998 * 1999) / 2) * 0.01, 3);
  });

  it('is refused wherever it is cut, and never read without end', () => {
    const whole = smallE57({ points: 200 });
    for (let length = 0; length < whole.length; length += 97)
      expect(() => pointsOf(openE57(written(whole.subarray(0, length)))), String(length)).toThrow(
        'pointcloud.',
      );
  });

  it.each([
    ['a document type', (xml: string) => `<!DOCTYPE x [<!ENTITY a "aaaa">]>${xml}`],
    ['deep elements', (xml: string) => xml.replace('</e57Root>', `${'<a>'.repeat(100)}</e57Root>`)],
    [
      'more points than it can hold',
      (xml: string) => xml.replace(/recordCount="\d+"/, 'recordCount="18446744073709551615"'),
    ],
    ['a count without a number', (xml: string) => xml.replace(/recordCount="\d+"/, 'recordCount="many"')],
    ['points elsewhere', (xml: string) => xml.replace(/fileOffset="\d+"/, 'fileOffset="999999999"')],
    [
      'a turn by nothing',
      (xml: string) =>
        xml.replace(/<w[^>]*>[^<]*<\/w>/, '<w>0</w>').replace(/<z type="Float">0.7[^<]*<\/z>/, '<z>0</z>'),
    ],
  ])('with %s is refused', (_, change) => {
    expect(() => pointsOf(openE57(written(smallE57({ points: 20, change }))))).toThrow('pointcloud.');
  });
});
