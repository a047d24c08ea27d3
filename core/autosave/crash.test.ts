import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TestDevice, type Tab } from './testing/device.ts';
import { FakeServer } from './testing/fake-server.ts';

const IDS = [1, 2, 3].map((i) => `00000000-0000-4000-8000-00000000000${i}`);

type Action =
  | { do: 'edit'; id: string; value: number | undefined }
  | { do: 'send'; line: FakeServer['connection'] }
  | { do: 'edit and send'; id: string; value: number | undefined }
  | { do: 'crash' }
  | { do: 'crash soon'; steps: number };

const id = fc.constantFrom(...IDS);
const value = fc.option(fc.nat(1000), { nil: undefined, freq: 4 });
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('edit' as const), id, value }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      line: fc.constantFrom('good' as const, 'request lost' as const, 'answer lost' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit and send' as const), id, value }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('crash soon' as const), steps: fc.integer({ min: 1, max: 9 }) }),
  },
);

/** The last value of each object: what was certainly stored, and what may have been. */
class StoredExpectation {
  readonly possible = new Map<string, Set<unknown>>();
  readonly edits = new Map<string, number>();
  sure(id: string, now: unknown): void {
    this.possible.set(id, new Set([now]));
  }
  perhaps(id: string, now: unknown): void {
    this.of(id).add(now);
  }
  of(id: string): Set<unknown> {
    let set = this.possible.get(id);
    if (!set) this.possible.set(id, (set = new Set([undefined])));
    return set;
  }
}

async function run(actions: readonly Action[]): Promise<void> {
  const server = new FakeServer();
  const device = new TestDevice(server);
  const expected = new StoredExpectation();
  let tab = await device.open();
  const untilDead = (work: Promise<void>) => Promise.race([work, tab.died]);
  const edit = (on: Tab, at: string, to: number | undefined) => {
    on.edit(at, to);
    expected.edits.set(at, (expected.edits.get(at) ?? 0) + 1);
    expected.perhaps(at, to);
  };
  const reopen = async () => {
    server.connection = 'good';
    tab = await device.open();
    for (const at of IDS) {
      expect([...expected.of(at)], `${at} after a crash`).toContain(tab.value(at));
      expected.sure(at, tab.value(at));
    }
  };
  for (const step of actions) {
    if (step.do === 'crash') tab.crash();
    else if (step.do === 'crash soon') tab.crashIn = step.steps;
    else {
      const sends = step.do !== 'edit';
      server.connection = step.do === 'send' ? step.line : 'good';
      let sending: Promise<void> | undefined;
      if (sends) sending = tab.queue.flush();
      if (step.do !== 'send') edit(tab, step.id, step.value);
      await untilDead(tab.queue.stored());
      if (step.do !== 'send' && !tab.dead) expected.sure(step.id, step.value);
      if (sending) await untilDead(sending);
    }
    if (tab.dead) await reopen();
  }
  server.connection = 'good';
  tab.crashIn = Infinity;
  await tab.queue.flush();
  await tab.queue.flush();
  expect(tab.queue.state).toMatchObject({ queued: 0, conflicts: [], refused: [] });
  for (const at of IDS) {
    expect(server.object(at)?.properties.value, `${at} at the server`).toBe(tab.value(at));
    expect([...expected.of(at)], at).toContain(tab.value(at));
    const applied = server.objects.get(at)?.applied ?? [];
    expect(applied.length, `${at} is not changed more often than it was edited`).toBeLessThanOrEqual(
      expected.edits.get(at) ?? 0,
    );
    expect(new Set(applied).size, `${at}: each change once`).toBe(applied.length);
  }
  tab.crash();
}

describe('Autosave through crashes', () => {
  it('loses nothing stored and applies nothing twice, wherever the tab crashes', async () => {
    await fc.assert(fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 25 }), run), {
      numRuns: 300,
    });
  });

  it('survives a crash at every single step of a day with edits, a lost answer and a deletion', async () => {
    const [a, b] = [IDS[0]!, IDS[1]!];
    const day: Action[] = [
      { do: 'edit', id: a, value: 1 },
      { do: 'edit and send', id: b, value: 2 },
      { do: 'send', line: 'answer lost' },
      { do: 'edit', id: a, value: 3 },
      { do: 'send', line: 'good' },
      { do: 'edit', id: a, value: undefined },
      { do: 'edit and send', id: b, value: 4 },
      { do: 'send', line: 'good' },
    ];
    for (let steps = 1; steps < 40; steps++) await run([{ do: 'crash soon', steps }, ...day]);
  });
});
