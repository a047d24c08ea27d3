import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Position } from '#core/protocol';
import { geotiff } from '../../server/testing/geotiff.ts';
import { newAdministrator, type JourneyStage } from './harness.ts';
import { LATITUDE, RISE } from './ground.ts';
import { trialsAt } from './trials.ts';
import { ALL, HANDS, openStage, ORIGIN, toolsOf, tryAll } from './trying.ts';

/**
 * Every tool of the globe, seen from straight above: tools of the 2D map over ground without heights, tools of the
 * globe only in a valley that is uploaded as a GeoTIFF. Takes minutes: runs only when all inputs are requested.
 */
const TOOLS = toolsOf('3d');
const FLAT = toolsOf('2d');
/** Those that work on the 2D map, too, with the same results. */
const ALIKE = new Map([...TOOLS].filter(([id]) => FLAT.has(id)));
/** Drawing tools come after measuring tools: the terrain is loaded by then. */
const OWN = new Map([...TOOLS].filter(([id]) => !FLAT.has(id)).reverse());

/**
 * Heights every 2e-5° of longitude and 2e-4° of latitude: 100 m along the meridian of `centre`, rising to both sides.
 */
function valley([longitude, latitude]: Position): Buffer {
  const [size, east, north] = [500, 2e-5, 2e-4];
  const metres = 111_320 * Math.cos((latitude * Math.PI) / 180);
  return geotiff({
    width: size,
    height: size,
    deflate: true,
    geographic: 4326,
    // A tenth of a degree to the north: after a failure the next tool uses new ground there.
    origin: [longitude - (size * east) / 2, latitude + size * north - 0.01],
    step: [east, north],
    value: (column) => 100 + RISE * Math.abs((column + 0.5 - size / 2) * east) * metres,
  });
}

/** Uploaded with the panel on a desktop page; the newest terrain is the active one. */
async function bring(stage: JourneyStage, project: string, name: string, file: Buffer): Promise<void> {
  const { page } = await newAdministrator(stage);
  await page.goto(`${stage.groma.url}/draw/${project}/3d`);
  await page.getByRole('button', { name: 'Terrain', exact: true }).click();
  const dropped = { name: `${name}.tif`, mimeType: 'image/tiff', buffer: file };
  await page.locator('input[type=file]').setInputFiles(dropped);
  await page.getByRole('button', { name: /Heights in the file/ }).click();
  await page.getByRole('option', { name: 'Above the ellipsoid' }).click();
  await page.getByRole('button', { name: 'Add terrain' }).click();
  await page.getByRole('radio', { name, checked: true }).waitFor({ state: 'attached' });
  await page.context().close();
}

describe.runIf(ALL)('every tool of the globe', () => {
  const stage = openStage();

  it.each(HANDS)('works by %s, and is undone', async (by, HandOf, screen) => {
    const { groma } = stage;
    const { page, project } = await newAdministrator(stage, screen);
    const row = HANDS.findIndex(([name]) => name === by) * 0.02;
    const hand = new HandOf(page, ORIGIN);
    const centre: [number, number] = [12.6 + row, LATITUDE];
    const round = { groma, project, hand, centre, address: '/3d' };
    await setGround(page, project, 'none');
    const alike = { ...round, tools: ALIKE, trials: trialsAt };
    expect.soft(await tryAll(expect, alike)).toEqual([]);
    await bring(stage, project, `Valley of ${by}`, valley(centre));
    await setGround(page, project, undefined);
    expect(await tryAll(expect, { ...round, tools: OWN, trials: trialsAt })).toEqual([]);
    await page.context().close();
  });
});

/** Chooses the terrain of a project, as the panel of terrains stores it; undefined: the newest. */
function setGround(page: Page, project: string, terrain: string | undefined): Promise<void> {
  return page.evaluate(
    async ([id, chosen]) => {
      const { tokens } = JSON.parse(localStorage.getItem('groma.session')!) as {
        tokens: { token: string }[];
      };
      const answer = await fetch('/api/me', { headers: { jwt: tokens[0]!.token } });
      const me = (await answer.json()) as { userId: string; organizationId: string };
      const key = `groma:${me.userId}:${me.organizationId}:terrain.${id}`;
      if (chosen === undefined) localStorage.removeItem(key);
      else localStorage.setItem(key, chosen);
    },
    [project, terrain] as const,
  );
}
