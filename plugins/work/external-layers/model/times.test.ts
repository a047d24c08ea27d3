import { describe, expect, it } from 'vitest';
import { isMoment, listedMoments } from './times.ts';

describe('The moments of a WMS', () => {
  it('are listed, the latest first', () => {
    expect(listedMoments('2022-01-01,2023-01-01')).toEqual(['2023-01-01', '2022-01-01']);
  });

  it('are typed where there are intervals or very many', () => {
    expect(listedMoments('2022-01-01/2023-01-01/P1D')).toBeUndefined();
    expect(listedMoments('2022,'.repeat(1_001))).toBeUndefined();
  });

  it.each([
    ['2024', true],
    ['2024-05-01', true],
    ['2024-05-01T12:30:00Z', true],
    ['2024-05-01T12:30+02:00', true],
    ['1 May 2024', false],
    ['2024-5-1', false],
  ])('%s is one: %s', (text, expected) => {
    expect(isMoment(text)).toBe(expected);
  });
});
