import { HttpError } from '../../../base/http-error.ts';
import { Unusable } from '../../../base/unusable.ts';
import { answerTasks, nowAndThen } from '../../../platform/jobs/answer-tasks.ts';
import { openStorage } from '../../../platform/storage/open.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { classify, nodeClasses } from '../points/classify.ts';
import { findPoints } from '../finding/find.ts';
import { tileOf } from '../globe/tile.ts';
import { tilesetOf } from '../globe/tileset.ts';
import { measure } from '../measures/measure.ts';
import { nodeDeviations } from '../measures/node-deviations.ts';
import { Cloud } from '../points/cloud.ts';
import { writeCloudFile } from '../points/file.ts';
import { answerQuery } from '../points/query.ts';
import type { CloudMessage, CloudTask, CloudValue, StorageSettings } from '../points/task.ts';

/** Bytes on their way to a reader before the thread waits for it. */
const MAX_WAITING = 8 * 1024 ** 2;
const PAUSE = 10;

const storages = new Map<string, Promise<Storage>>();

function storageOf(settings: StorageSettings): Promise<Storage> {
  const key = JSON.stringify(settings);
  const storage = storages.get(key) ?? openStorage(settings);
  storages.set(key, storage);
  return storage;
}

/** Everything on points that takes computing: reading, decompressing, searching, measuring. */
answerTasks<CloudTask, CloudMessage, CloudValue>(async (task, post) => {
  try {
    return await carryOut(task, post);
  } catch (failure) {
    // The storage does not answer: a sentence, not a bug.
    if (failure instanceof HttpError) throw new Unusable(failure.key, failure.values);
    throw failure;
  }
});

async function carryOut(
  { storage: settings, work }: CloudTask,
  post: (message: CloudMessage) => void,
): Promise<CloudValue> {
  const files = await storageOf(settings);
  const cloud = await Cloud.open(files, work.cloud);
  switch (work.kind) {
    case 'query': {
      const waiting = new Int32Array(work.waiting);
      return answerQuery(cloud, work.query, async (bytes) => {
        Atomics.add(waiting, 0, bytes.length);
        post(bytes);
        while (Atomics.load(waiting, 0) > MAX_WAITING) await new Promise((done) => setTimeout(done, PAUSE));
      });
    }
    case 'measure':
      return measure(
        cloud,
        work.other && (await Cloud.open(files, work.other)),
        work.terrain,
        work.measure,
        work.seconds,
      );
    case 'classify':
      return classify(cloud, files, work);
    case 'find':
      return findPoints(
        cloud,
        files,
        work,
        nowAndThen((part) => post({ part })),
      );
    case 'file': {
      const others = await Promise.all(work.others.map((place) => Cloud.open(files, place)));
      return writeCloudFile([cloud, ...others], work.selection, work.file);
    }
    case 'classes':
      return nodeClasses(cloud, files, work.node);
    case 'deviations':
      return nodeDeviations(cloud, await Cloud.open(files, work.other), work);
    case 'tileset':
      return tilesetOf(cloud, work);
    case 'tile':
      return tileOf(cloud, work);
  }
}
