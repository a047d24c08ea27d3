import { BehaviorSubject, NEVER, of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { Clip, CloudLook, CloudStage, ShownCloud } from '#plugins/cloud/point-cloud/api';
import { CloudExport } from './cloud-export.ts';

const cloud = (id: string, more: Partial<ShownCloud> = {}) =>
  ({ id, name: `${id}.laz`, shown: true, state: 'drawn', ...more }) as ShownCloud;
const BOX: Clip = {
  kind: 'box',
  id: 'b',
  name: 'Box 1',
  center: [1, 2, 3],
  size: [4, 5, 6],
  turn: [0, 0, 0],
};
const RESULT = { nameZip: 'points.laz', size: 10, count: 3, files: ['points.laz'], notes: [] };

function opened(clouds: readonly ShownCloud[], error?: string) {
  const look = { clips: [BOX], hiddenClasses: new Set([7]) } as unknown as CloudLook;
  const stage = { clouds$: of(clouds), look$: new BehaviorSubject(look) } as unknown as CloudStage;
  const calls: { id: string; request: unknown }[] = [];
  const job = { id: 'j', state: error ? 'failed' : 'done', result: RESULT, error };
  const call = (spec: { id: string }, request: unknown) => {
    calls.push({ id: spec.id, request });
    return Promise.resolve({ data: spec.id === 'jobs.get' ? job : { jobId: 'j' } });
  };
  const live = { on: () => NEVER, state$: of('off') };
  const desk = new CloudExport({ call } as never, live as never, stage);
  return { desk, calls };
}
const bodyOf = (calls: readonly { request: unknown }[]) => (calls[0]!.request as { body: object }).body;

describe('Exporting points', () => {
  it('writes all points of all clouds of the view to one file, unless told otherwise', async () => {
    const { desk, calls } = opened([cloud('a'), cloud('b'), cloud('c', { shown: false })]);
    await desk.start();
    expect(calls[0]).toMatchObject({ id: 'pointcloud.export', request: { params: { id: 'a' } } });
    expect(bodyOf(calls)).toEqual({ others: ['b'], format: 'laz', version: '1.4' });
    expect(desk.result).toEqual(RESULT);
  });

  it('says what heights are above, where it is not as in the first cloud', async () => {
    const { desk, calls } = opened([cloud('a')]);
    desk.set({ verticalCrs: null });
    await desk.start();
    expect(bodyOf(calls)).toMatchObject({ verticalCrs: null });
  });

  it('writes what is inside or outside of a clip, of the shown classes, thinned, in another CRS', async () => {
    const { desk, calls } = opened([cloud('a'), cloud('b')]);
    desk.choose('b', false);
    desk.set({ part: { clip: 'b', side: 'outside' }, shownClasses: true, thinning: 'random', share: 25 });
    desk.set({ crs: 'EPSG:32633', format: 'las', name: ' thin ' });
    await desk.start();
    const body = bodyOf(calls) as { classes: number[] };
    expect(body).toMatchObject({
      outside: [{ kind: 'turned-box', centre: [1, 2, 3] }],
      thin: { kind: 'random', share: 0.25 },
      crs: 'EPSG:32633',
      format: 'las',
      name: 'thin',
    });
    expect(body).not.toHaveProperty('others');
    expect(body.classes).not.toContain(7);
    expect(body.classes).toHaveLength(255);
  });

  it('says what is missing, and asks for nothing then', async () => {
    const { desk, calls } = opened([cloud('a', { state: 'unready' })]);
    expect(desk.missing).toBe('missing.cloud');
    await desk.start();
    expect(calls).toEqual([]);
    const other = opened([cloud('a')]).desk;
    other.set({ thinning: 'grid', side: undefined });
    expect(other.missing).toBe('missing.side');
  });

  it('keeps the sentence of a job that failed', async () => {
    const { desk } = opened([cloud('a')], 'No point is inside.');
    await desk.start();
    expect(desk.job.state).toEqual({ kind: 'idle', error: 'No point is inside.' });
    expect(desk.result).toBeUndefined();
  });
});
