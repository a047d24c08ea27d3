import { BehaviorSubject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { I18nextService } from '#core/i18n';
import type { CloudMeasured, Position } from '#core/protocol';
import { desk } from '#core/testing';
import type { Clip, CloudLook, ShownCloud } from '#plugins/cloud/point-cloud/api';
import { CloudMeasures } from './cloud-measures.ts';
import { csvOf } from './export.ts';
import { KeptComparisons } from './kept-comparisons.ts';
import { textOf } from './reading-text.ts';

const SOURCE = { cloudId: 'c', content: 2, edits: 5, points: 1234, complete: true, stoppedBy: null };
const CLOUD = { id: 'c', name: 'hall.laz', shown: true, state: 'drawn' } as ShownCloud;
const LOOK = { hiddenClasses: new Set([7]), clips: [], clipMode: 'off' } as unknown as CloudLook;
/** A US survey foot: 1200 / 3937 m. */
const FOOT = 1200 / 3937;

function opened(answer: CloudMeasured | Error, look: CloudLook = LOOK, unit = 1) {
  const bodies: Record<string, unknown>[] = [];
  const view = {
    unit,
    mode: 'orbit',
    eye: { at: [0, 0, 100], direction: [0, 0, -1] },
    toPixel: () => [10, 20],
    pointAt: () => ({ cloud: CLOUD }),
    rayAt: () => ({ origin: [0, 0, 100], direction: [0, 0, -1], spread: 0.001, radius: 0 }),
    toCloud: ([x, y, z]: Position) => [x * 1000, y * 1000, z ?? 0],
    fromCloud: ([x, y, z]: readonly [number, number, number]): Position => [x / 1000, y / 1000, z],
  };
  const api = {
    call: (_: unknown, { body }: { body: Record<string, unknown> }) => {
      bodies.push(body);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ data: answer });
    },
  };
  const stage = { clouds: [CLOUD], clouds$: new BehaviorSubject([CLOUD]), look };
  const kept = new KeptComparisons(api as never, stage);
  const measures = new CloudMeasures(api as never, stage as never, { current: view } as never, kept);
  return { measures, bodies, view };
}
const volume = (more: object = {}): CloudMeasured => ({
  measure: 'volume',
  source: { ...SOURCE, ...more },
  volume: {
    cut: 12,
    fill: 2,
    net: 10,
    noise: 0.1,
    area: 40,
    empty: 0.125,
    cell: 0.5,
    plusMinus: 0.25,
    baseHeight: 3,
  },
});
const RING: Position[] = [[0, 0, 1], [0.01, 0, 1], [0.01, 0.01, 1]]; // prettier-ignore

async function english() {
  const i18n = new I18nextService(['en']);
  await i18n.load('cloud-measure');
  return { i18n, settings: desk().settings };
}

describe('Measuring on stored points', () => {
  it('says what the value is, its ±, and from which version of which cloud', async () => {
    const { measures, bodies } = opened(volume());
    measures.add('volume', RING, false);
    await expect.poll(() => measures.list[0]!.reading).toBeDefined();
    expect(bodies[0]).toMatchObject({ measure: 'volume', base: { kind: 'rim' }, ring: [[0, 0], [10, 0], [10, 10]] }); // prettier-ignore
    const text = textOf(measures.list[0]!, await english());
    expect(text.value).toBe('10.00\u00a0m³ ± 0.25\u00a0m³');
    expect(text.notes).toEqual(['Cut less fill', 'From 1,234 points of hall.laz, version 2, edit 5.']);
    const csv = csvOf(measures.list);
    expect(csv).toContain('1,volume,net,10,m3,0.25,,,,cloud,"hall.laz",2,5,1234,true');
    expect(csv).toContain('1,volume,empty,12.5,percent,');
  });

  it('turns the unit of the cloud into metres: cubes for volumes', async () => {
    const { measures, bodies } = opened(volume(), LOOK, FOOT);
    measures.choose({ cell: 1, base: 'height', height: 30 });
    measures.add('volume', RING, false);
    await expect.poll(() => measures.list[0]!.reading).toBeDefined();
    expect((bodies[0] as { cell: number }).cell).toBeCloseTo(3937 / 1200, 9);
    expect((bodies[0] as { base: { z: number } }).base.z).toBeCloseTo((30 * 3937) / 1200, 9);
    const values = measures.list[0]!.reading!.values;
    expect(values.find(({ quantity }) => quantity === 'net')!.amount).toBeCloseTo(10 * FOOT ** 3, 12);
    expect(values.find(({ quantity }) => quantity === 'plan')!.amount).toBeCloseTo(40 * FOOT ** 2, 12);
  });

  it('measures what is seen: not hidden classes, and only inside a clip', async () => {
    const clip: Clip = { kind: 'slab', id: 's', name: 'Slab', from: [0, 0], to: [5, 0], width: 2 };
    const { measures, bodies } = opened(volume(), { ...LOOK, clips: [clip], clipMode: 'inside' });
    measures.add('volume', RING, false);
    await expect.poll(() => bodies.length).toBe(1);
    const { classes, inside } = bodies[0] as { classes: number[]; inside: unknown[] };
    expect([classes.length, classes.includes(7), inside.length]).toEqual([255, false, 1]);
  });

  it('says that it measured on all points where several clips are shown', async () => {
    const clip: Clip = { kind: 'slab', id: 's', name: 'Slab', from: [0, 0], to: [5, 0], width: 2 };
    const { measures } = opened(volume(), { ...LOOK, clips: [clip, clip], clipMode: 'inside' });
    measures.add('volume', RING, false);
    await expect.poll(() => measures.list[0]!.reading).toBeDefined();
    const { notes } = textOf(measures.list[0]!, await english());
    expect(notes).toContain('Several clips are shown: measured on all points.');
  });

  it('says that a result is incomplete, that the points define none, and why it failed', async () => {
    const cut = opened(volume({ complete: false, stoppedBy: 'time' })).measures;
    cut.add('volume', RING, false);
    await expect.poll(() => cut.list[0]!.reading).toBeDefined();
    expect(textOf(cut.list[0]!, await english()).notes.join(' ')).toContain('Incomplete: the time was up.');
    const none = opened({ measure: 'plane', source: SOURCE, plane: null }).measures;
    none.add('plane', [[0, 0, 1]], false);
    await expect.poll(() => none.list[0]!.reading).toBeDefined();
    expect(textOf(none.list[0]!, await english()).notes).toEqual(['The points there do not define it.']);
    const failed = opened(new Error('The cloud is being converted.')).measures;
    failed.add('plane', [[0, 0, 1]], false);
    await expect.poll(() => failed.list[0]!.failed).toBeDefined();
    expect(textOf(failed.list[0]!, await english()).notes).toEqual(['The cloud is being converted.']);
  });

  it('asks for the foremost point in the cone of a pixel', async () => {
    const point = {
      position: [1000, 2000, 5] as [number, number, number],
      spacing: 0.02,
      noise: 0.004,
      level: 9,
      attributes: {},
    };
    const { measures, bodies } = opened({ measure: 'pick', source: SOURCE, point });
    measures.add('pick', [[1, 2, 5]], false);
    await expect.poll(() => measures.list[0]!.reading).toBeDefined();
    expect(bodies[0]).toMatchObject({
      measure: 'pick',
      ray: { kind: 'cone', origin: [0, 0, 100], direction: [0, 0, -1] },
    });
    expect(measures.list[0]!.reading!.position).toEqual([1, 2, 5]);
    expect(measures.list[0]!.reading!.values[0]).toMatchObject({ amount: 5, within: 0.004 });
  });

  it('says of a volume against a terrain which it was, and what its ± leaves out', async () => {
    const measured = volume() as Extract<CloudMeasured, { measure: 'volume' }>;
    const terrain = { id: 't', name: 'Lidar 2024', resolution: 0.5, verticalCrs: null, otherGeoid: null };
    const { measures, bodies } = opened({ ...measured, volume: { ...measured.volume!, terrain } });
    measures.choose({ base: 'terrain' });
    measures.add('volume', RING, false);
    await expect.poll(() => measures.list[0]!.failed).toBeDefined();
    measures.choose({ baseTerrain: 't' });
    measures.add('volume', RING, true);
    await expect.poll(() => measures.list.at(-1)!.reading).toBeDefined();
    expect(bodies[0]).toMatchObject({ base: { kind: 'terrain', terrainId: 't' } });
    const notes = textOf(measures.list.at(-1)!, await english()).notes.join(' ');
    expect(notes).toContain('Against the terrain Lidar 2024, a height each 0.500\u00a0m.');
    expect(notes).toContain('taken as above the ellipsoid');
  });

  it('gives heights in the vertical system of the cloud, with the geoid that is used', async () => {
    const measured = {
      measure: 'ground',
      source: SOURCE,
      ground: { position: [9000, 45_000, 62], plusMinus: null },
    };
    const { measures, view } = opened(measured as unknown as CloudMeasured);
    const vertical = { code: 'EPSG:5214', name: 'Genoa height', metres: 1 };
    Object.assign(view, {
      heightSystem: {
        vertical,
        geoid: 'ITALGEO',
        isOwn: true,
        fromEllipsoid: (_x: number, _y: number, h: number) => h - 42,
      },
    });
    measures.add('ground', [[9, 45, 62]], false);
    await expect.poll(() => measures.list[0]!.reading).toBeDefined();
    expect(textOf(measures.list[0]!, await english()).lines).toContain(
      'H 20.000\u00a0m in Genoa height (geoid ITALGEO)',
    );
  });

  it('needs the base that was chosen', async () => {
    const { measures, bodies } = opened(volume());
    measures.choose({ base: 'cloud' });
    measures.add('volume', RING, false);
    await expect.poll(() => measures.list[0]!.failed).toBeDefined();
    expect(bodies).toEqual([]);
  });
});
