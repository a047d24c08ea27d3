/** `npm run build`: builds the workbench into dist/, unless it is newer than its sources. */
import { buildWorkbench } from './build-workbench.ts';

await buildWorkbench((line) => void process.stdout.write(`${line}\n`));
