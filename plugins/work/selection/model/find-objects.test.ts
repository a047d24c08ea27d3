import { describe, expect, it } from 'vitest';
import { ObjectDocument, readLines, unreadSummaryOf } from '#core/document';
import type { OpenProject } from '#core/project';
import { objectFinder } from './find-objects.ts';

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Poles as listed by a server, numbered from 0. */
function poles(count: number) {
  const lines = Array.from({ length: count }, (_, n) => {
    const properties = { name: n % 2 ? `Pylon ${n}` : null, n };
    const json = JSON.stringify({
      id: idOf(n),
      location: { type: 'Point', coordinates: [9, 45] },
      properties,
      relatesTo: [],
    });
    return [1, 9, 45, 9, 45, 'Point', '"pole"', json].join('\t');
  });
  const document = new ObjectDocument('p');
  document.apply(
    readLines(lines.join('\n')).map(({ object: after }) => ({ id: after.id, before: undefined, after })),
    'load',
  );
  const flown: unknown[] = [];
  const selected: string[][] = [];
  const project = { document, types: new Map() } as Partial<OpenProject> as OpenProject;
  const finder = objectFinder(
    { current: project },
    { active: { fly: (to: unknown, { zoom }: { zoom: number }) => flown.push(to, zoom) } as never },
    { set: (ids) => selected.push([...ids]) },
    { language: 'en' },
    { get: () => 17 as never },
  );
  const find = (text: string, signal = new AbortController().signal) => finder.find(text, signal);
  return { document, find, flown, selected };
}

describe('Objects found in the palette', () => {
  it('match the text in an attribute, ignoring case; only these are parsed', async () => {
    const { document, find, flown, selected } = poles(100);
    const [found, ...others] = await find(' pYLON 31 ');
    expect(others).toEqual([]);
    expect(found).toMatchObject({ title: 'Pylon 31', detail: 'pole' });
    expect([...document.values()].filter((object) => !unreadSummaryOf(object)).map(({ id }) => id)).toEqual([
      idOf(31),
    ]);
    void found!.run!();
    expect([flown, selected]).toEqual([[[9, 45, 9, 45], 17], [[idOf(31)]]]);
  });

  it('match by number or id; eight at most, and none for a single letter', async () => {
    const { find } = poles(100);
    expect((await find('57')).map(({ title }) => title)).toEqual(['Pylon 57']);
    expect((await find('58')).map(({ title }) => title)).toEqual(['58']);
    expect((await find(idOf(7))).map(({ title }) => title)).toEqual([idOf(7)]);
    expect(await find('pylon')).toHaveLength(8);
    expect(await find('p')).toEqual([]);
  });

  it('are searched only as long as needed', async () => {
    const { document, find } = poles(10);
    // Endless: only aborting ends it.
    const [one] = document.values();
    document.values = function* () {
      for (;;) yield one!;
    };
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('enough')));
    await expect(find('nowhere', stop.signal)).rejects.toThrow('enough');
  });
});
