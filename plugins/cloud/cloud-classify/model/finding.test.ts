import { NEVER, of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { Classifying } from './classifying.ts';
import { Finding } from './finding.ts';

/** A US survey foot: 1200 / 3937 m. */
const FOOT = 1200 / 3937;

function opened(unit = 1) {
  const bodies: Record<string, unknown>[] = [];
  const changed: string[] = [];
  const call = ({ id }: { id: string }, { body }: { body: Record<string, unknown> }) => {
    if (id === 'pointcloud.findClasses') bodies.push(body);
    const job = { id: 'j', state: 'done', progress: 1, result: { points: 12 } };
    return Promise.resolve({ data: id === 'pointcloud.findClasses' ? { jobId: 'j' } : job });
  };
  const classifying = {
    cloud: { id: 'c' },
    among: { classes: [1, 2], outside: [] },
    changed: (id: string) => Promise.resolve(void changed.push(id)),
  } as unknown as Classifying;
  const live = { on: () => NEVER, state$: of('off') } as never;
  const finding = new Finding({ call } as never, live, classifying, { current: { unit } } as never);
  return { finding, bodies, changed };
}

describe('Finding points by a job', () => {
  it('asks among what is shown, with lengths in the unit of the view', async () => {
    const { finding, bodies, changed } = opened(FOOT);
    await finding.start('Ground');
    expect(bodies).toMatchObject([{ classes: [1, 2], to: 2, finding: { find: 'ground', slope: 0.15 } }]);
    // 20 m are 20 · 3937 / 1200 feet.
    expect((bodies[0]!['finding'] as { window: number }).window).toBeCloseTo((20 * 3937) / 1200, 9);
    expect(finding.found?.points).toBe(12);
    expect(changed).toEqual(['c']);
  });

  it('needs every value but the greatest height', async () => {
    const { finding, bodies } = opened();
    finding.seek('height');
    expect(finding.isComplete).toBe(true);
    finding.set('height', { min: undefined });
    await finding.start('Height');
    expect([finding.isComplete, bodies]).toEqual([false, []]);
    finding.set('height', { min: 0.5 });
    await finding.start('Height');
    expect(bodies).toMatchObject([{ to: 5, finding: { find: 'height', min: 0.5, cell: 1 } }]);
  });
});
