import { parentPort } from 'node:worker_threads';
import type { ThreadMessage } from '../../jobs/thread.ts';
import { cutHere, type Cut, type CutOutcome } from './cut.ts';

const port = parentPort;
if (!port) throw new Error('This file is the thread that cuts large objects; it is started by cut.ts.');
port.on('message', (task: Cut) => {
  const message: ThreadMessage<never, CutOutcome> = { kind: 'done', value: cutHere(task) };
  port.postMessage(message);
});
