import { describe, expect, it } from 'vitest';
import { newAdministrator } from './harness.ts';
import { trialsAt } from './trials.ts';
import { LATITUDE } from './ground.ts';
import { HANDS, openStage, ORIGIN, toolsOf, tryAll } from './trying.ts';

/**
 * Every tool of the 2D map with every input: mouse, keyboard only, and touch on a phone. The result is read from the
 * server or the bubble; then it is undone. One page is used for all tools of an input.
 */
const TOOLS = toolsOf('2d');

const stage = openStage();

describe('every tool', () => {
  it('has a trial beside its plugin', () => {
    const all = new Set([...TOOLS.keys(), ...toolsOf('3d').keys()]);
    expect(Object.keys(trialsAt(String)).sort()).toEqual([...all].sort());
  });
});

describe.concurrent.each(HANDS)('every tool by %s', (by, HandOf, screen) => {
  it('works, and is undone', async ({ expect }) => {
    const { groma } = stage;
    const { page, project } = await newAdministrator(stage, screen);
    const row = HANDS.findIndex(([name]) => name === by) * 0.02;
    const hand = new HandOf(page, ORIGIN);
    const round = { groma, project, hand, centre: [12.6 + row, LATITUDE] as [number, number] };
    expect(await tryAll(expect, { ...round, tools: TOOLS, trials: trialsAt })).toEqual([]);
    await page.context().close();
  });
});
