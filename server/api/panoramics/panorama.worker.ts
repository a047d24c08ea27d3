import sharp from 'sharp';
import { answerTasks } from '../../platform/jobs/answer-tasks.ts';
import { decodeAll, makePyramid, type MadePyramid } from './pyramid.ts';
import { UnusablePanorama } from './source-shape.ts';
import type { PanoramaMessage, PanoramaTask } from './in-thread.ts';

/** The thread that decodes panoramas; started by in-thread.ts. */
sharp.cache(false);
// Decoders of other formats are less tested and stay blocked, as for all pictures. SVG is for the server's legends.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif', 'Svg'].map((it) => `VipsForeignLoad${it}`),
});

answerTasks<PanoramaTask, PanoramaMessage, MadePyramid | undefined>(async (task, report) => {
  if ('shape' in task) return makePyramid(task, (part) => report({ part }));
  try {
    await decodeAll(task.file);
  } catch (thrown) {
    const [reason = ''] = (thrown as Error).message.split('\n', 1);
    throw new UnusablePanorama('panoramics.damaged', { reason: reason.slice(0, 200) });
  }
  return undefined;
});
