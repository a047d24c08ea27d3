import { reaction } from 'mobx';
import { BehaviorSubject } from 'rxjs';
import { expect, it } from 'vitest';
import type { Api } from '#core/api';
import type { OpenProject } from '#core/project';
import type { ExternalLayer } from '#core/protocol';
import { ProjectExternalLayers } from './project-external-layers.ts';

const LAYER = {
  id: 'ortho',
  name: 'Orthophoto',
  source: { kind: 'xyz', url: 'https://t.test/{z}/{x}/{y}', minZoom: 0, maxZoom: 19 },
  attribution: '',
  minScale: null,
  maxScale: null,
  visible: true,
  opacity: 1,
  order: 1,
  version: 1,
} as unknown as ExternalLayer;

it('is read when the last of several readings has ended, whichever was asked for', async () => {
  const current = { project: { id: 'a' } } as OpenProject;
  const answers: ((data: readonly ExternalLayer[]) => void)[] = [];
  const layers = new ProjectExternalLayers({
    api: {
      call: (_call: unknown, _request: unknown, { signal }: { signal: AbortSignal }) =>
        new Promise((resolve, reject) => {
          answers.push((data) => resolve({ data }));
          signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        }),
    } as unknown as Api,
    projects: { current, current$: new BehaviorSubject<OpenProject | undefined>(undefined) },
    storage: undefined,
    readers: { here: undefined, load: () => Promise.reject(new Error('no readers')) },
  });
  let seen: number | undefined;
  const first = layers.read().then(() => (seen = layers.states.length));
  const second = layers.read();
  answers.at(-1)!([LAYER]);
  await Promise.all([first, second]);
  expect(seen).toBe(1);
  layers.dispose();
});

it('gives viewers no new layers when one fails, only when one is shown otherwise or loaded anew', async () => {
  const current = { project: { id: 'a' } } as OpenProject;
  const layers = new ProjectExternalLayers({
    api: { call: async () => ({ data: [LAYER] }) } as unknown as Api,
    projects: { current, current$: new BehaviorSubject<OpenProject | undefined>(current) },
    storage: undefined,
    readers: { here: undefined, load: () => Promise.reject(new Error('no readers')) },
  });
  await expect.poll(() => layers.states).toHaveLength(1);
  let changes = 0;
  const stop = reaction(
    () => layers.states,
    () => changes++,
  );
  layers.report('ortho', 'The server has failed.');
  expect(layers.entries[0]!.problem).toMatchObject({ message: 'The server has failed.' });
  expect(changes).toBe(0);
  layers.setOpacity('ortho', 0.5);
  expect([changes, layers.states[0]!.opacity]).toEqual([1, 0.5]);
  layers.retry('ortho');
  expect([changes, layers.entries[0]!.problem]).toEqual([2, undefined]);
  stop();
  layers.dispose();
});
