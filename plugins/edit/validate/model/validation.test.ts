import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#core/kernel';
import { FLAWED, flawed } from '../ui/testing/flawed.ts';
import { csvOf, geoJsonOf } from './export.ts';
import { box } from './testing/drawn.ts';

const kinds = ({ listed }: { listed: readonly { kind: string }[] }) => listed.map(({ kind }) => kind);

describe('Checking a drawing', () => {
  it('lists findings with the most severe first, and counts them by kind', async () => {
    const { validation } = flawed();
    await validation.run();
    expect([validation.checkedCount, validation.progress]).toEqual([5, undefined]);
    expect(kinds(validation)).toEqual(['crossing', 'overlap', 'dangle']);
    expect(validation.counts).toEqual([
      { kind: 'crossing', count: 1 },
      { kind: 'overlap', count: 1 },
      { kind: 'dangle', count: 1 },
    ]);
    validation.set({ kind: 'dangle' });
    expect(kinds(validation)).toEqual(['dangle']);
  });

  it("finds objects outside the area of use of the project's CRS", async () => {
    // The drawing is at 12.6° E: none of it is within an area west of 12°.
    const { validation } = flawed(FLAWED.slice(3, 4), [], [5.93, 36.53, 12, 47.04]);
    await validation.run();
    expect(kinds(validation)).toEqual(['bounds']);
  });

  it('checks only the selected objects, or those of one type', async () => {
    const { validation, selection } = flawed([...FLAWED, { ...box('1/f', 0, 0, 9, 9), typeName: 'road' }]);
    selection.set(['1/e']);
    validation.set({ source: 'selected' });
    await validation.run();
    expect([validation.checkedCount, kinds(validation)]).toEqual([1, ['dangle']]);
    validation.set({ source: { typeName: 'road' } });
    await validation.run();
    expect([validation.checkedCount, validation.found]).toEqual([1, []]);
    validation.set({ source: 'view' });
    await validation.run();
    // The view of the tests is around 0° 0°, the drawing is not.
    expect(validation.checkedCount).toBe(0);
  });

  it('loads selected objects that are not loaded, and fails where they cannot be', async () => {
    const [line, other] = FLAWED.slice(3);
    const { validation, selection, project } = flawed([line!]);
    const load = vi.spyOn(project, 'loadObjects').mockRejectedValueOnce(new AppError('offline', 'Offline.'));
    selection.set([line!.id, other!.id]);
    validation.set({ source: 'selected' });
    await validation.run();
    expect([validation.checkedCount, validation.error]).toEqual([undefined, 'Offline.']);
    load.mockImplementationOnce(() => {
      project.document.apply([{ id: other!.id, before: undefined, after: other }], 'load');
      return Promise.resolve([]);
    });
    await validation.run();
    expect(load.mock.lastCall?.[0]).toEqual([other!.id]);
    expect([validation.checkedCount, kinds(validation), validation.isPartial]).toEqual([
      2,
      ['dangle'],
      false,
    ]);
  });

  it.each([
    ['loaded', true],
    ['selected', false],
    ['view', false],
    [{ typeName: 'thing' }, true],
  ] as const)('of %j says whether some objects are not loaded', async (source, isPartial) => {
    const { validation, selection, project } = flawed();
    const covers = vi.spyOn(project, 'covers').mockImplementation((extent) => extent !== undefined);
    selection.set(['1/a']);
    validation.set({ source });
    await validation.run();
    expect(validation.isPartial).toBe(isPartial);
    // Nor what is around them.
    covers.mockReturnValue(false);
    await validation.run();
    expect(validation.isPartial).toBe(true);
  });

  it('zooms to a finding, marks it and selects its objects; after the last comes the first', async () => {
    const { validation, validations, selection, view } = flawed();
    await validation.run();
    validations.step(-1);
    expect(validation.active?.kind).toBe('dangle');
    expect(view.sketches.get('validate')?.handles).toHaveLength(1);
    validations.step(1);
    validations.step(1);
    expect(validation.active?.kind).toBe('overlap');
    expect(selection.ids).toEqual(['1/a', '1/b']);
    expect(view.sketches.get('validate')?.shapes[0]?.geometry).toEqual(validation.active?.place);
    validation.activate(undefined);
    expect(view.sketches.get('validate')?.shapes ?? []).toEqual([]);
  });

  it('previews the changes, applies them in one step, and continues with the next finding', async () => {
    const { validation, validations, project, view } = flawed();
    await validation.run();
    validations.step(1);
    validations.step(1);
    await validation.propose([validation.active!], '1/b');
    expect(validation.proposal!.changes.map(({ id }) => id)).toEqual(['1/a']);
    // Removed and new geometry.
    expect(view.sketches.get('validate')?.shapes).toHaveLength(2);
    const before = project.document.get('1/a');
    expect(validation.apply()).toBe(true);
    expect(project.history.state.done.map(({ label, values }) => [label, values])).toEqual([
      ['validate:step.repair', { count: 1 }],
    ]);
    expect([kinds(validation), validation.isStale]).toEqual([['crossing', 'dangle'], true]);
    validations.step(1);
    expect(validation.active?.kind).toBe('dangle');
    project.history.undo();
    expect(project.document.get('1/a')).toBe(before);
    await validation.run();
    expect([kinds(validation), validation.isStale]).toEqual([['crossing', 'overlap', 'dangle'], false]);
  });

  it('repairs nothing if an object has changed since the preview', async () => {
    const { validation, project } = flawed();
    await validation.run();
    await validation.propose(validation.findings);
    const held = project.document.get('1/c')!;
    project.document.apply([{ id: '1/c', before: held, after: { ...held, properties: {} } }], 'remote');
    expect([validation.apply(), project.history.state.done]).toEqual([false, []]);
  });

  it('stores ignored findings and settings, and lists ignored findings on request', async () => {
    const first = flawed();
    await first.validation.run();
    first.validation.ignore([first.validation.findings[1]!.id], true);
    first.validation.choose('dangle', { metres: 0.1 });
    expect(kinds(first.validation)).toEqual(['crossing', 'dangle']);
    first.validation.set({ showsIgnored: true });
    expect(kinds(first.validation)).toEqual(['overlap']);
    const stored = first.storage.getItem('validate.flawed')!;
    expect(JSON.parse(stored)).toMatchObject({ checks: { dangle: { on: true, metres: 0.1 } } });
    await first.validation.run();
    first.validation.set({ showsIgnored: false });
    // 0.2 m short is more than 0.1 m.
    expect(kinds(first.validation)).toEqual(['crossing']);
  });

  it('can be stopped, and keeps earlier findings', async () => {
    const { validation } = flawed();
    await validation.run();
    const before = validation.found;
    const running = validation.run();
    validation.stop();
    await running;
    expect([validation.found, validation.progress]).toEqual([before, undefined]);
  });

  it('exports CSV and GeoJSON', async () => {
    const { validation } = flawed();
    await validation.run();
    const lines = csvOf(validation.findings).trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[2]).toMatch(/^overlap,overlap,error,"thing","1\/a 1\/b",\d+\.\d+,m2,"POLYGON \(\(/);
    const { features } = JSON.parse(geoJsonOf(validation.findings)) as {
      features: { properties: unknown }[];
    };
    expect(features[0]).toMatchObject({ geometry: { type: 'MultiPoint' }, properties: { kind: 'crossing', size: 1, unit: '1' } }); // prettier-ignore
  });
});
