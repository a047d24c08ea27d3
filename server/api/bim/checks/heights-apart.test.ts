import { expect, it } from 'vitest';
import type { Located } from '#core/geodesy';
import { cloudHeights, heightsApart } from './heights-apart.ts';

/** A place of the test values that NGA publishes with EGM96: the geoid is 31.628 m below the ellipsoid. */
const earth = { toPosition: () => [-90.220845, 38.628155, 0] } as unknown as Located;

it('measures how far heights may be apart where only one side says what its heights are above', async () => {
  expect(await heightsApart('geoid', 'unknown', earth)).toBeCloseTo(-31.628, 1);
  expect(await heightsApart('unknown', 'ellipsoid', earth)).toBeCloseTo(-31.628, 1);
});

it('is silent where both say it, and where neither does', async () => {
  expect(await heightsApart('geoid', 'ellipsoid', earth)).toBeNull();
  expect(await heightsApart('unknown', 'unknown', earth)).toBeNull();
});

it('takes a cloud without vertical CRS as unknown, until a person places it', () => {
  expect(cloudHeights({ verticalCrs: null, found: 'file' })).toBe('unknown');
  expect(cloudHeights({ verticalCrs: null, found: 'typed' })).toBe('ellipsoid');
  expect(cloudHeights({ verticalCrs: 'EPSG:5703', found: 'file' })).toBe('geoid');
});
