import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { TestDevice, objectOf } from './testing/device.ts';
import { FakeServer } from './testing/fake-server.ts';

const [FIELD, PART] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];

/** A field that the server has, divided in two: its value goes from 1 to 2, the new part has 3. */
async function divided() {
  const server = new FakeServer();
  const tab = await new TestDevice(server).open();
  tab.edit(FIELD, 1);
  await tab.queue.flush();
  const before = tab.document.get(FIELD)!;
  const changes = [
    { id: FIELD, before, after: objectOf(FIELD, 2), split: true },
    { id: PART, before: undefined, after: objectOf(PART, 3), split: true },
  ];
  tab.document.apply(changes, 'edit');
  const marks = () => server.calls.at(-1)!.map(({ properties, split }) => [properties?.value, split]);
  return { server, tab, changes, marks };
}

describe('A split in the queue', () => {
  it('is sent as one, also when a part is changed before it is sent', async () => {
    const { tab, marks } = await divided();
    tab.edit(PART, 4);
    await tab.queue.flush();
    expect(marks()).toEqual([
      [2, true],
      [4, true],
    ]);
    tab.edit(PART, 5);
    await tab.queue.flush();
    expect(marks()).toEqual([[5, undefined]]);
  });

  it('is sent as one again after a failure or refusal', async () => {
    const { server, tab, marks } = await divided();
    server.connection = 'request lost';
    await tab.queue.flush();
    server.connection = 'good';
    server.refuses = ({ clientId }) => (clientId === PART ? 'no' : undefined);
    await tab.queue.flush();
    server.refuses = () => undefined;
    tab.edit(PART, 6);
    await tab.queue.flush();
    expect(marks()).toEqual([[6, true]]);
  });

  it('is not sent as one when it was undone before', async () => {
    const { server, tab } = await divided();
    tab.edit(FIELD, 7);
    const back = (id: string, after?: ReturnType<typeof objectOf>) => ({
      id,
      before: tab.document.get(id),
      after,
    });
    tab.document.apply([back(FIELD, objectOf(FIELD, 8)), back(PART)], 'undo');
    await tab.queue.flush();
    expect(server.calls.at(-1)).toMatchObject([{ id: FIELD, properties: { value: 8 } }]);
    expect(server.calls.at(-1)![0]!.split).toBeFalsy();
  });
});
