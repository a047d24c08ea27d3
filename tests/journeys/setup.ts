import { buildWorkbench } from '../../server/build-workbench.ts';

/** The workbench is built once, before the first journey; their servers take it as it is (`GROMA_BUILD=0`). */
export default function setup(): Promise<void> {
  return buildWorkbench((line) => void process.stdout.write(`${line}\n`));
}
