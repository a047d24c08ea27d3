import type { Page } from 'playwright-core';
import { deflateSync } from 'node:zlib';
import { makeFragments } from '../../../server/api/bim/convert/fragments.ts';
import { onPage } from '../page-host.ts';
import { atMost, median, type ReportRow } from '../report.ts';
import type { ModelPage, ModelRenderer, Shown } from './page.ts';

declare const window: { bench: ModelPage };

const TURNS = 5;

/** Milliseconds until a model is first seen and until all of it is, in our view and on a bare page of the library. */
export async function pixels(file: string): Promise<ReportRow[]> {
  const fragments = deflateSync(await makeFragments(file, () => {}));
  return onPage('bim/page.ts', async (page) => {
    await page.route('**/model.frag', (route) => route.fulfill({ body: fragments }));
    const times: Record<ModelRenderer, Shown[]> = { ours: [], peer: [] };
    // The first turn compiles scripts.
    for (let turn = -1; turn < TURNS; turn++)
      for (const kind of ['peer', 'ours'] as const) {
        const shown = await show(page, kind);
        if (turn >= 0) times[kind].push(shown);
      }
    const [ours, peer] = [times.ours[0]!, times.peer[0]!];
    if (ours.triangles < 0.9 * peer.triangles)
      throw new Error(`Ours draws ${ours.triangles} triangles, the library ${peer.triangles}.`);
    return (['first', 'all'] as const).map((what) =>
      atMost(1.2, {
        what: `${what} pixels of ${peer.triangles.toLocaleString('en')} triangles`,
        ours: median(times.ours.map((one) => one[what])),
        peer: median(times.peer.map((one) => one[what])),
        against: 'a bare page of fragments',
        unit: 'ms',
      }),
    );
  });
}

const show = (page: Page, kind: ModelRenderer): Promise<Shown> =>
  page.evaluate((which) => window.bench.show(which), kind);
