import { NEVER, of } from 'rxjs';
import { expect, it } from 'vitest';
import { ExportDesk } from './export-desk.ts';

/** A desk for two selected objects, and the bodies that it sends. */
function opened(selected: readonly string[]) {
  const bodies: unknown[] = [];
  const api = {
    call: (_: unknown, { body }: { body?: unknown }) => {
      bodies.push(body);
      return Promise.reject(new Error('refused'));
    },
  };
  const live = { on: () => NEVER, state$: of('off') };
  const desk = new ExportDesk(api as never, live as never, 'p', undefined, selected);
  return { desk, bodies };
}

it('exports the objects selected on the map as data', async () => {
  const { desk, bodies } = opened(['a', 'b']);
  expect([desk.area, desk.missing]).toEqual(['selection', 'missing.types']);
  await desk.start();
  expect(bodies[0]).toMatchObject({ ids: ['a', 'b'], bbox: undefined });
});

it('exports the whole project where a selection cannot be exported, or is not chosen', async () => {
  const { desk, bodies } = opened(['a']);
  desk.choose({ kind: 'report' });
  expect(desk.area).toBe('all');
  desk.choose({ kind: 'data' });
  await desk.start();
  expect(bodies[0]).toMatchObject({ ids: undefined });
});

it('knows the objects of a format of a plugin, whatever formats of its own are chosen, once the box is complete', () => {
  const { desk } = opened([]);
  desk.types = [{ name: 'Well' }] as never;
  expect(desk.hasObjects).toBe(true);
  desk.formats.clear();
  desk.choose({ area: 'box' });
  expect([desk.missing, desk.hasObjects]).toEqual(['missing.formats', false]);
  [1, 2, 3, 4].forEach((value, n) => desk.setBox(n as 0, value));
  expect([desk.missing, desk.hasObjects]).toEqual(['missing.formats', true]);
});
