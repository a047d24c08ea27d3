import { describe, expect, it } from 'vitest';
import { newAdministrator } from './harness.ts';
import { trialsAt } from './trials.ts';
import { HANDS, LATITUDE, openStage, ORIGIN, toolsOf, tryAll } from './trying.ts';

/**
 * Every tool of the 2D map in every way a person has: by mouse, by keys alone and by finger on a phone. What it
 * did is read at the server, or in its bubble; then it is undone. One page serves all tools of a hand.
 */
const TOOLS = toolsOf('2d');

const stage = openStage();

describe('every tool', () => {
  it('is tried', () => {
    expect(Object.keys(trialsAt(String)).sort()).toEqual([...TOOLS.keys()].sort());
  });
});

describe.concurrent.each(HANDS)('every tool by %s', (by, HandOf, screen) => {
  it('does what it is for, and is undone', async ({ expect }) => {
    const { groma } = stage;
    const { page, project } = await newAdministrator(stage, screen);
    const row = HANDS.findIndex(([name]) => name === by) * 0.02;
    const hand = new HandOf(page, ORIGIN);
    const round = { groma, project, hand, centre: [12.6 + row, LATITUDE] as [number, number] };
    expect(await tryAll(expect, { ...round, tools: TOOLS, trials: trialsAt })).toEqual([]);
    await page.context().close();
  });
});
