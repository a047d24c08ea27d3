import { BehaviorSubject, NEVER } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { AppError } from '#core/kernel';
import type { CloudClips as StoredClips } from '#core/protocol';
import type { ShownCloud } from '#plugins/cloud/point-cloud/api';
import { ClipKeeper } from './clip-keeper.ts';
import { CloudClips } from './cloud-clips.ts';
import type { ClipShape } from './shapes.ts';

const BOX: ClipShape = { kind: 'box', center: [1, 2, 3], size: [2, 2, 2], turn: [0, 0, 0] };
const OUTLINE: ClipShape = { kind: 'polygon', ring: [[0, 0], [9, 0], [9, 7]], heights: undefined }; // prettier-ignore

/** A server that keeps clips as the real one does. */
class Server {
  kept: StoredClips & { version: number } = { clips: [], mode: 'inside', version: 0 };
  puts = 0;
  fails = false;

  readonly call = async (spec: { id: string }, request: { body?: StoredClips; ifMatch?: string }) => {
    await Promise.resolve();
    if (this.fails) throw new AppError('offline', 'The server cannot be reached.');
    if (spec.id === 'pointcloud.setClips') {
      this.puts++;
      if (request.ifMatch !== String(this.kept.version))
        throw new AppError('http.stale', 'Changed meanwhile.', { status: 412 });
      this.kept = structuredClone({ ...request.body!, version: this.kept.version + 1 });
    }
    return { data: structuredClone(this.kept) };
  };
}

function opened(server: Server, mayWrite = true) {
  const cloud = { id: 'a', name: 'a', crs: 'EPSG:32632', shown: true, state: 'drawn' } as ShownCloud;
  const clouds$ = new BehaviorSubject([cloud]);
  const stage = { clouds$, change: () => undefined };
  const clips = new CloudClips(stage as never, { current$: NEVER } as never);
  const keeper = new ClipKeeper(server as never, clips, () => mayWrite);
  const loaded = () => expect.poll(() => keeper.records.size).toBe(1);
  return { clips, keeper, clouds$, cloud, loaded };
}
const names = (server: Server) => server.kept.clips.map(({ name }) => name);

describe('The clips of a cloud on the server', () => {
  it('are there when the project is opened again, as they were', async () => {
    const server = new Server();
    const one = opened(server);
    await one.loaded();
    one.clips.add(BOX, 'Box 1');
    one.clips.add(OUTLINE, 'Outline 1');
    one.clips.use('outside');
    one.clips.turn(one.clips.list[0]!.clip.id, false);
    await expect.poll(() => server.kept).toMatchObject({ mode: 'outside', clips: [{ isOn: false }, { isOn: true }] }); // prettier-ignore
    const again = opened(server);
    await again.loaded();
    expect([again.clips.list, again.clips.mode]).toEqual([one.clips.list, 'outside']);
    expect(again.clips.look).toMatchObject({ clips: [{ name: 'Outline 1' }], clipMode: 'outside' });
  });

  it('are sent one change after the other, the last of many in the end', async () => {
    const server = new Server();
    const { clips, loaded } = opened(server);
    await loaded();
    clips.add(BOX, 'Box 1');
    const { clip } = clips.list[0]!;
    for (let i = 0; i < 50; i++) clips.edit({ ...clip, name: `Box ${i}` });
    await expect.poll(() => names(server)).toEqual(['Box 49']);
    expect(server.puts).toBeLessThan(5);
  });

  it('of two people are never overwritten in silence: each can take theirs or keep mine', async () => {
    const server = new Server();
    const [ada, bob] = [opened(server), opened(server)];
    await Promise.all([ada.loaded(), bob.loaded()]);
    ada.clips.add(BOX, 'Ada');
    await expect.poll(() => names(server)).toEqual(['Ada']);
    bob.clips.add(BOX, 'Bob');
    await expect.poll(() => bob.keeper.theirs?.version).toBe(1);
    bob.clips.use('outside');
    expect(names(server)).toEqual(['Ada']);
    bob.keeper.keepMine();
    await expect.poll(() => names(server)).toEqual(['Bob']);
    expect(server.kept.mode).toBe('outside');
    expect(bob.keeper.theirs).toBeUndefined();
    ada.clips.use('highlight');
    await expect.poll(() => ada.keeper.theirs?.version).toBe(2);
    ada.keeper.takeTheirs();
    expect(ada.clips.list.map(({ clip }) => clip.name)).toEqual(['Bob']);
    ada.clips.add(BOX, 'Ada');
    await expect.poll(() => names(server)).toEqual(['Bob', 'Ada']);
  });

  it('wait for a server that cannot be reached, which is said', async () => {
    const server = new Server();
    const { clips, keeper, loaded } = opened(server);
    await loaded();
    server.fails = true;
    clips.add(BOX, 'Box 1');
    await expect.poll(() => keeper.failure).toBeDefined();
    server.fails = false;
    await keeper.retry();
    expect([names(server), keeper.failure]).toEqual([['Box 1'], undefined]);
  });

  it('that were set before those of the server were known come after them', async () => {
    const server = new Server();
    const one = opened(server);
    await one.loaded();
    one.clips.add(BOX, 'Kept');
    await expect.poll(() => names(server)).toEqual(['Kept']);
    server.fails = true;
    const { clips, keeper } = opened(server);
    await expect.poll(() => keeper.failure).toBeDefined();
    clips.add(BOX, 'Mine');
    server.fails = false;
    await keeper.retry();
    await expect.poll(() => names(server)).toEqual(['Kept', 'Mine']);
  });

  it('are not sent without the right to change clouds', async () => {
    const server = new Server();
    const { clips, keeper, loaded } = opened(server, false);
    await loaded();
    clips.add(BOX, 'Box 1');
    await keeper.retry();
    expect([server.puts, keeper.isLocal, clips.on.length]).toEqual([0, true, 1]);
  });
});
