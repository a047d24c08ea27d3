import { afterEach } from 'vitest';
import { openPages } from './harness.ts';

/** Characters of a page's text that are printed. */
const MOST = 1_500;

/** Where a journey failed, prints what its pages show: on another machine there is nothing else to look at. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const page of await openPages()) {
    const text = await page
      .locator('body')
      .innerText({ timeout: 5_000 })
      .catch((thrown: unknown) => String(thrown));
    console.error(`${task.name}: ${page.url()}\n${text.replace(/\s*\n\s*/g, ' | ').slice(0, MOST)}`);
  }
});
