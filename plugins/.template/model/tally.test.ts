import { expect, it } from 'vitest';
import { EventBus } from '#core/events';
import { TemplateTally } from './tally.ts';

it('counts, and says so', () => {
  const bus = new EventBus();
  const heard: number[] = [];
  bus.on('templateCounted').subscribe(({ count }) => heard.push(count));
  const tally = new TemplateTally(bus);
  tally.add();
  tally.add();
  expect(tally.count).toBe(2);
  expect(heard).toEqual([1, 2]);
});
