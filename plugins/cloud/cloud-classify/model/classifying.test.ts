import { BehaviorSubject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { CloudRegion } from '#core/protocol';
import type { Clip, CloudLook, ShownCloud } from '#plugins/cloud/point-cloud/api';
import { Classifying } from './classifying.ts';

const slab = (id: string): Clip => ({ kind: 'slab', id, name: id, from: [0, 0], to: [0, 10], width: 2 });
const LASSO = { kind: 'column', x: 0, y: 0, radius: 1 } as CloudRegion;

function opened(look: Pick<CloudLook, 'clips' | 'clipMode'>) {
  const bodies: unknown[] = [];
  const cloud = { id: 'a', name: 'a', shown: true, state: 'drawn' } as ShownCloud;
  const stage = {
    clouds$: new BehaviorSubject([cloud]),
    look$: new BehaviorSubject({ ...look, hiddenClasses: new Set([7]) }),
  };
  const call = (_: unknown, { body }: { body?: unknown }) => {
    if (body) bodies.push(body);
    return Promise.resolve({ data: body ? { points: 1 } : { version: 0, edits: [] } });
  };
  const changed: string[] = [];
  const bus = { emit: (_: string, { cloudId }: { cloudId: string }) => void changed.push(cloudId) };
  const classifying = new Classifying({ call } as never, stage as never, bus as never);
  return { classifying, bodies, changed };
}

describe('A lasso on a cloud with clips', () => {
  it('changes nothing that is cut away', async () => {
    const inside = opened({ clips: [slab('s')], clipMode: 'inside' });
    await inside.classifying.classify(LASSO);
    expect(inside.bodies).toMatchObject([{ inside: [LASSO, { kind: 'corridor' }] }]);
    // Views and the globe draw it anew.
    expect(inside.changed).toEqual(['a']);
    const outside = opened({ clips: [slab('s'), slab('t')], clipMode: 'outside' });
    await outside.classifying.classify(LASSO);
    expect(outside.bodies).toMatchObject([
      { inside: [LASSO], outside: [{ kind: 'corridor' }, { kind: 'corridor' }] },
    ]);
    const lit = opened({ clips: [slab('s')], clipMode: 'highlight' });
    await lit.classifying.classify(LASSO);
    expect(lit.bodies).toMatchObject([{ inside: [LASSO] }]);
  });

  it('is refused where several are shown alone, which no query can ask for', async () => {
    const { classifying, bodies } = opened({ clips: [slab('s'), slab('t')], clipMode: 'inside' });
    expect(() => classifying.classify(LASSO)).toThrow(/leave one on/);
    expect(bodies).toEqual([]);
    await classifying.classifyInside(slab('t'));
    expect(bodies).toMatchObject([{ inside: [{ kind: 'corridor' }] }]);
  });
});
