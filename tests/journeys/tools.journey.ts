import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { areaOf } from '#core/geodesy';
import type { Geometry, GeometryObject, Position } from '#core/protocol';
import { positionAt, SCALE, ZOOM, type Spot } from './ground.ts';
import { begin, newAdministrator, picture, reopen, type Groma } from './harness.ts';

/**
 * Tools that change several objects, take exact values or are used by touch; checked by what the server has
 * afterwards.
 */

let groma: Groma;
let browser: Browser;
let page: Page;
let project: string;

const soon = { timeout: 60_000, interval: 100 };

beforeAll(() =>
  begin(async (stage) => {
    ({ groma, browser } = stage);
    ({ page, project } = await newAdministrator(stage));
    const style = { stroke: '#b85a00', width: 2, fill: '#e69f0040' };
    const trees = { name: 'trees', title: { en: 'Trees', it: 'Alberi' }, type: 'integer', required: false };
    for (const [name, geometryType] of [
      ['fence', 'LineString'],
      ['plot', 'Polygon'],
    ])
      // prettier-ignore
      await groma.api('POST', '/attributes', {
      name: `tools ${name}`,
      title: { en: `The ${name}s`, it: name },
      geometryType,
      fields: [trees],
      style,
      projectIds: [project],
    });
  }),
);

/** Separate fields for each journey, north of the demo, out of sight of each other. */
let sites = 0;
class ToolSite {
  readonly centre: Position;

  constructor(public page: Page) {
    this.centre = [12.6 + 0.02 * sites++, 42.96];
  }

  at(spot: Spot): Position {
    return positionAt(this.centre, spot);
  }

  fence(...spots: Spot[]): Promise<string> {
    return this.#make('fence', { type: 'LineString', coordinates: spots.map((spot) => this.at(spot)) });
  }

  plot(rings: readonly Spot[][], trees?: number): Promise<string> {
    const coordinates = rings.map((ring) => [...ring, ring[0]!].map((spot) => this.at(spot)));
    return this.#make('plot', { type: 'Polygon', coordinates }, trees === undefined ? {} : { trees });
  }

  async #make(name: string, location: Geometry, properties = {}): Promise<string> {
    const made = await groma.api<GeometryObject>(
      'POST',
      '/geometries',
      { typeName: `tools ${name}`, location, properties },
      { projectid: project },
    );
    return made.id;
  }

  /** Opens the map here with an active tool, which shows its hint when the objects are loaded. */
  async open(tool: string, hint: RegExp): Promise<void> {
    const at = `at=${ZOOM}/${this.centre[1]}/${this.centre[0]}`;
    const objects = this.page.waitForResponse((response) =>
      response.url().includes('/api/geometries/lines?'),
    );
    const path = `/draw/${project}/${tool}?${at}`;
    if (this.page.url().includes('/draw/')) await reopen(this.page, path);
    else await this.page.goto(groma.url + path);
    await this.page.getByRole('application').waitFor();
    await objects;
    await this.says(hint);
    await this.page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'hidden' });
  }

  async says(hint: RegExp): Promise<void> {
    await this.page.getByRole('status').filter({ hasText: hint }).first().waitFor();
  }

  async spot([right, down]: Spot): Promise<[number, number]> {
    const box = (await this.page.getByRole('application').boundingBox())!;
    return [box.x + box.width / 2 + right, box.y + box.height / 2 + down];
  }

  async click(spot: Spot): Promise<void> {
    const [x, y] = await this.spot(spot);
    await this.page.mouse.move(x, y, { steps: 2 });
    await this.page.mouse.down();
    await this.page.mouse.up();
  }

  async drag(from: Spot, to: Spot): Promise<void> {
    await this.page.mouse.move(...(await this.spot(from)), { steps: 2 });
    await this.page.mouse.down();
    await this.page.mouse.move(...(await this.spot(to)), { steps: 6 });
    await this.page.mouse.up();
  }

  /** The objects that the server has here now. */
  all(): Promise<GeometryObject[]> {
    const [x, y] = this.centre;
    const bbox = [x - 0.005, y - 0.005, x + 0.005, y + 0.005].join();
    return groma.api('GET', `/geometries?bbox=${bbox}`, undefined, { projectid: project });
  }

  async one(id: string): Promise<GeometryObject> {
    return groma.api('GET', `/geometries/${id}`);
  }

  async run(id: string): Promise<Position[]> {
    return (await this.one(id)).location.coordinates as Position[];
  }

  async ring(id: string): Promise<Position[]> {
    return ((await this.one(id)).location.coordinates as Position[][])[0]!;
  }
}

describe('transforming', () => {
  it('moves an object by two points, snapped to the last digit', async () => {
    const site = new ToolSite(page);
    const mark = await site.fence([150, -60], [220, -60]);
    const fence = await site.fence([-100, 0], [0, 60]);
    await site.open('2dmodifytools/shift', /Click an object to transform/);
    await site.click([-50, 30]);
    await site.says(/Click the base point/);
    // Both clicks are some pixels off: they snap.
    await site.click([-97, 3]);
    await site.says(/Click the new position of the base point/);
    await site.click([153, -57]);
    const [target] = await site.run(mark);
    await expect.poll(async () => (await site.run(fence))[0], soon).toEqual(target);
  });
});

describe('dividing and joining', () => {
  it('splits off a third parallel to a side', async () => {
    const site = new ToolSite(page);
    const plot = await site.plot([[[-90, -40], [90, -40], [70, 40], [-90, 40]]]); // prettier-ignore
    const before = areaOf([await site.ring(plot)]);
    await site.open('2dmodifytools/splitarea', /Click the polygon to split/);
    await site.click([0, 10]);
    await site.says(/Click the side/);
    await site.click([-90, 0]);
    await page.getByLabel('Area of one part').fill('1/3');
    await page.getByRole('status').filter({ hasText: '+' }).waitFor();
    await picture(page, '4-split-by-area');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await site.all()).length, soon).toBe(2);
    const areas = (await site.all()).map(({ location }) => areaOf(location.coordinates as Position[][]));
    expect(Math.min(...areas)).toBeCloseTo(before / 3, 4);
  });

  it('combines two plots into one of two parts', async () => {
    const site = new ToolSite(page);
    const west = await site.plot([[[-80, -30], [-20, -30], [-20, 30], [-80, 30]]], 3); // prettier-ignore
    await site.plot([[[20, -30], [70, -30], [70, 30], [20, 30]]], 4); // prettier-ignore
    await site.open('2dmodifytools/combine', /Click the objects to merge/);
    await site.click([-50, 0]);
    await site.click([45, 0]);
    await page.keyboard.press('Enter');
    const modal = page.getByRole('dialog', { name: /^Combine 2 objects/ });
    await modal.getByRole('button', { name: /Trees/ }).click();
    await page.getByRole('option', { name: 'Sum: 7' }).click();
    await modal.getByRole('button', { name: 'Combine' }).click();
    await expect.poll(async () => (await site.all()).length, soon).toBe(1);
    expect(await site.one(west)).toMatchObject({
      location: { type: 'MultiPolygon' },
      properties: { trees: 7 },
    });
  });
});

describe('vertices', () => {
  it('moves shared vertices of neighbours together', async () => {
    const site = new ToolSite(page);
    const west = await site.plot([[[-80, -40], [0, -40], [0, 40], [-80, 40]]]); // prettier-ignore
    const east = await site.plot([[[0, -40], [80, -40], [80, 40], [0, 40]]]); // prettier-ignore
    await site.open('2dmodifytools/vertices', /Click an object to edit its vertices/);
    await site.click([-40, 0]);
    await site.says(/Drag a vertex/);
    const shared = page.getByRole('switch', { name: 'Shared vertices' });
    if (!(await shared.isChecked())) await shared.press('Space');
    await site.drag([0, -40], [20, -70]);
    const [before] = [site.at([0, -40])];
    await expect.poll(async () => (await site.ring(west)).some(([x, y]) => x === before[0] && y === before[1]), soon).toBe(false); // prettier-ignore
    const moved = (await site.ring(west))[1]!;
    expect((moved[0] - site.centre[0]) * SCALE).toBeCloseTo(20, 0);
    await expect.poll(async () => (await site.ring(east))[0], soon).toEqual(moved);
  });

  it('sets exact numbers in the panel', async () => {
    const site = new ToolSite(page);
    const fence = await site.fence([-80, 0], [0, 0]);
    await site.open('2dmodifytools/vertices', /Click an object to edit its vertices/);
    await site.click([-40, 0]);
    await site.says(/Drag a vertex/);
    await page.keyboard.press('Tab');
    await site.says(/Arrow keys move the vertex/);
    await page.getByRole('button', { name: 'Vertex', exact: true }).click();
    await page.getByLabel('Latitude').fill('42.9612345');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await site.run(fence))[0]![1], soon).toBe(42.9612345);
  });
});

describe('by touch', () => {
  it('trims a line and removes a hole', async () => {
    const screen = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const { page: phone } = await newAdministrator({ groma, browser }, screen);
    const site = new ToolSite(phone);
    await site.fence([20, -80], [20, 80]);
    const long = await site.fence([-60, -30], [100, -30]);
    const plot = await site.plot([
      [[-100, 60], [0, 60], [0, 140], [-100, 140]],
      [[-70, 80], [-70, 120], [-30, 120], [-30, 80]],
    ]); // prettier-ignore
    await site.open('2dmodifytools/trim', /Tap the part of a line/);
    await phone.touchscreen.tap(...(await site.spot([70, -26])));
    const end = async (): Promise<number> => ((await site.run(long)).at(-1)![0] - site.centre[0]) * SCALE;
    await expect.poll(end, soon).toBeCloseTo(20, 3);
    await site.open('2dmodifytools/hole', /Tap inside a hole/);
    await phone.touchscreen.tap(...(await site.spot([-50, 100])));
    await expect.poll(async () => ((await site.one(plot)).location.coordinates as unknown[]).length, soon).toBe(1); // prettier-ignore
    await phone.context().close();
  });
});
