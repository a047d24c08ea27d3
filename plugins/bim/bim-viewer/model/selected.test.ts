import { expect, it } from 'vitest';
import { byModel } from './selected.ts';

it('chosen elements are found by one filter for each of their models', () => {
  const chosen = [
    { modelId: 'a', globalId: '1' },
    { modelId: 'b', globalId: '2' },
    { modelId: 'a', globalId: '3' },
  ];
  expect(byModel(chosen)).toEqual([
    { modelId: 'a', filter: { globalIds: ['1', '3'] } },
    { modelId: 'b', filter: { globalIds: ['2'] } },
  ]);
});
