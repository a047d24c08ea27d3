import { describe, expect, it } from 'vitest';
import { readControlPoints } from './read-points.ts';

describe('a list of control points', () => {
  it('is read with spaces, commas, semicolons and tabs, with decimal commas where they cannot separate', () => {
    const point = { name: 'A1', local: [1, 2, 3], map: [500_000.5, 4_500_000, 12.25], use: 'both' };
    for (const line of [
      'A1 1 2 3 500000.5 4500000 12.25',
      'A1,1,2,3,500000.5,4500000,12.25',
      'A1; 1; 2; 3; 500000,5; 4500000; 12,25',
      'A1\t1\t2\t3\t500000,5\t4500000\t12,25',
    ])
      expect(readControlPoints(line)).toEqual({ points: [point], unread: [], tooMany: false });
  });

  it('may be without names and heights, and have a header', () => {
    const { points, unread } = readControlPoints('name x y E N\nP 1 2 10 20\n\n3 4 30 40\n');
    expect(unread).toEqual([]);
    expect(points.map(({ name, local, map, use }) => [name, local, map, use])).toEqual([
      ['P', [1, 2, 0], [10, 20, 0], 'plan'],
      ['2', [3, 4, 0], [30, 40, 0], 'plan'],
    ]);
  });

  it('names the lines that are no points, and says when there are too many', () => {
    expect(readControlPoints('a 1 2 3 4 5 6\nb 1 2 three 4 5 6\nc 1 2').unread).toEqual([2, 3]);
    const many = Array.from({ length: 501 }, (_, i) => `P${i} 1 2 3 4 5 6`).join('\n');
    expect([readControlPoints(many).points.length, readControlPoints(many).tooMany]).toEqual([500, true]);
  });
});
