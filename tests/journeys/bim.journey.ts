import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { inverse, loadCrs, project as projected, unproject } from '#core/geodesy';
import type { BimModel, BimTopic, GeoreferencedBox, Position } from '#core/protocol';
import { idsFor } from '../../server/testing/ifc.ts';
import { smallIfc, type TestWall } from '../../server/testing/small-ifc.ts';
import { PATIENCE } from '../patience.ts';
import { begin, goTo, newAdministrator, picture, SMALL_WINDOW, type Groma } from './harness.ts';

const CRS = 'EPSG:32633';
/** Where the file has its zero: empty ground north of the parcels of the demo project. */
const ZERO = [305_150, 4_756_900, 250] as const;
/** Inside of the walls, metres. */
const [LENGTH, WIDTH] = [6, 4];

/** A room of 6 by 4 m between walls of 0.3 m, with a floor. */
const ROOM: readonly TestWall[] = [
  { name: 'South wall', at: [-0.3, -0.3, 3], size: [6.6, 0.3, 2.7], fireRating: 'F90' },
  { name: 'North wall', at: [-0.3, 4, 3], size: [6.6, 0.3, 2.7] },
  { name: 'West wall', at: [-0.3, 0, 3], size: [0.3, 4, 2.7] },
  { name: 'East wall', at: [6, 0, 3], size: [0.3, 4, 2.7] },
  { name: 'Floor', class: 'IFCSLAB', at: [-0.3, -0.3, 2.8], size: [6.6, 4.6, 0.2] },
];
const PLACED =
  `#900=IFCPROJECTEDCRS('${CRS}',$,$,$,$,$,#901);\n#901=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n` +
  `#902=IFCMAPCONVERSION(#10,#900,${ZERO[0]}.,${ZERO[1]}.,${ZERO[2]}.,1.,0.,$);`;
const house = (walls = ROOM) => smallIfc({ walls, more: PLACED });

const HOUSE_OF_OTHERS = join(import.meta.dirname, '../../../shared/data/ifc/AC20-FZK-Haus.ifc');

let groma: Groma;
let page: Page;
let project: string;
let model: BimModel;

beforeAll(() =>
  begin(async (stage) => {
    ({ groma } = stage);
    ({ page, project } = await newAdministrator(stage, SMALL_WINDOW));
    await loadCrs(CRS);
  }),
);

const map = (): Locator => page.getByRole('application');
const panel = (name: string) =>
  page.getByRole('toolbar', { name: 'Panels' }).getByRole('button', { name, exact: true });
const sent = (name: string, text: string | Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text),
});
const models = () => groma.api<BimModel[]>('GET', '/bim', undefined, { projectid: project });

/** Opens a panel, if it is not open. */
async function open(name: string): Promise<void> {
  const button = panel(name);
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
}

/** Presses the left button at CSS pixels from the middle of the view. */
async function click(right = 0, down = 0): Promise<void> {
  const box = (await map().boundingBox())!;
  await page.mouse.move(box.x + box.width / 2 + right, box.y + box.height / 2 + down, { steps: 3 });
  await page.mouse.down();
  await page.mouse.up();
}

/** What is drawn first may be the project's objects: until the model is there, a click meets nothing. */
async function chooseWall(right = 0, down = 0): Promise<void> {
  const isChosen = async (): Promise<boolean> => {
    await click(right, down);
    return page
      .getByRole('heading', { name: 'South wall' })
      .waitFor({ timeout: 3_000 })
      .then(
        () => true,
        () => false,
      );
  };
  await expect.poll(isChosen, { timeout: 2 * PATIENCE }).toBe(true);
}

/** Until the view shows something other than its background. */
async function isDrawn(): Promise<void> {
  await expect.poll(() => colours(page)).toBeGreaterThan(20);
}

/** Number of different colours of the canvas. */
async function colours(of: Page): Promise<number> {
  const seen = (await of.locator('.bim-canvas').screenshot()).toString('base64');
  return of.evaluate(async (png) => {
    const drawn = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const context = new OffscreenCanvas(drawn.width, drawn.height).getContext('2d')!;
    context.drawImage(drawn, 0, 0);
    const { data } = context.getImageData(0, 0, drawn.width, drawn.height);
    return new Set(new Uint32Array(data.buffer)).size;
  }, seen);
}

describe('a building model', () => {
  it('is added from an IFC file, and converted', async () => {
    await page.goto(`${groma.url}/models/${project}`);
    await page.locator('main input[type=file]').first().setInputFiles(sent('House.ifc', house()));
    const row = page.getByRole('list', { name: 'BIM models' }).getByRole('listitem');
    await row.getByText('5 elements').waitFor();
    await row.getByText(CRS).waitFor();
    [model] = (await models()) as [BimModel];
    expect(model).toMatchObject({ state: 'ready', georeference: { applied: 'map-conversion' } });
  });

  it('is drawn, and a wall that is clicked says what is known of it', async () => {
    await page.getByRole('link', { name: 'House.ifc' }).click();
    await page.locator('.bim-canvas').waitFor();
    await isDrawn();
    await open('Element');
    await page.getByRole('button', { name: 'Front elevation' }).click();
    await chooseWall();
    await page.getByText('F90').waitFor();
    await page.getByText('Test › Site › House › Ground floor').waitFor();
    await picture(page, 'bim-element');
  });

  it('is walked in, and its walls stop who goes ahead and who goes back', async () => {
    /** Metres from the inner corner; the address names the place 10 m ahead. */
    const standing = (): [number, number] => {
      const [, latitude, longitude, heading] = /at=[\d.]+\/([-\d.]+)\/([-\d.]+)\/([\d.]+)/
        .exec(page.url())!
        .map(Number) as [number, number, number, number];
      const [east, north] = projected(CRS, [longitude, latitude]);
      const ahead = (heading * Math.PI) / 180;
      return [east - 10 * Math.sin(ahead) - ZERO[0], north - 10 * Math.cos(ahead) - ZERO[1]];
    };
    await page.getByRole('button', { name: 'Walk', exact: true }).click();
    await map().focus();
    for (const key of ['ArrowUp', 'ArrowDown']) {
      let before = standing();
      // Until it goes no further. The room is 6 m long, a step 0.75 m.
      await expect
        .poll(async () => {
          before = standing();
          for (let step = 0; step < 10; step++) await page.keyboard.press(key);
          await page.waitForTimeout(500);
          return Math.hypot(standing()[0] - before[0], standing()[1] - before[1]);
        })
        .toBeLessThan(0.05);
      const [right, ahead] = standing();
      for (const [at, room] of [
        [right, LENGTH],
        [ahead, WIDTH],
      ] as const) {
        // prettier-ignore
        expect(at).toBeGreaterThan(0);
        expect(at).toBeLessThan(room);
      }
    }
    await picture(page, 'bim-walk');
    await page.getByRole('button', { name: 'Front elevation' }).click();
  });

  it('is found by its properties', async () => {
    await open('Model');
    await page.getByRole('searchbox', { name: 'Search all properties' }).fill('F90');
    await page.getByText('1 element', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save this search' }).click();
    await page.getByRole('textbox', { name: 'Name of the search' }).fill('Fire protection');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search all properties' }).fill('');
    await page.getByRole('button', { name: /Saved searches/ }).click();
    await page.getByRole('option', { name: 'Fire protection' }).click();
    await page.getByText('1 element', { exact: true }).waitFor();
    await picture(page, 'bim-saved-search');
    await page.getByRole('searchbox', { name: 'Search all properties' }).fill('');
  });

  it('is cut to the plan of a storey, in which a room is measured', async () => {
    await open('Sections and plans');
    await page.getByRole('list', { name: 'Plans of storeys' }).getByRole('button').click();
    const drawing = page.getByRole('group', { name: 'Drawing of this section' });
    await drawing.getByRole('button', { name: 'Sheet', exact: true }).click();
    await page.getByText('It is frame 2 of the sheet.').waitFor();
    // Walls are cut 1.2 m above the storey, which the file has at 3 m.
    const height = page.getByRole('textbox', { name: /height above the ellipsoid/ });
    expect(Number((await height.inputValue()).replace(',', ''))).toBeCloseTo(ZERO[2] + 4.2, 3);
    await page.keyboard.press('Escape');
    await page.keyboard.press('d');
    await page
      .getByRole('status')
      .filter({ hasText: /distance starts/ })
      .waitFor();
    const scale = await pixelsPerMetre();
    // Corners of the room, missed by some pixels to the inside.
    const [right, down] = [(LENGTH / 2) * scale, (WIDTH / 2) * scale];
    for (const [x, y] of [
      [-right + 3, down - 2],
      [right - 3, down - 3],
      [right - 2, -down + 3],
    ] as const)
      await click(x, y);
    await page.keyboard.press('Enter');
    const bubble = page.getByRole('region', { name: /^Measure a distance in space [\d.]+ m/ });
    const metres = /([\d.]+)\s*m/.exec(await bubble.innerText())![1]!;
    await picture(page, 'bim-plan');
    expect(Number(metres)).toBeCloseTo(
      metresOf([0, 0], [LENGTH, 0]) + metresOf([LENGTH, 0], [LENGTH, WIDTH]),
      2,
    );
  });
});

describe('a placed house', () => {
  /** A point in the middle of the room. */
  const POINT = [ZERO[0] + LENGTH / 2, ZERO[1] + WIDTH / 2] as const;

  it('is placed by numbers, and given back to its file', async () => {
    await page.keyboard.press('Escape');
    await open('Place');
    await page.getByRole('button', { name: /Object/ }).click();
    await page.getByRole('option', { name: 'House.ifc' }).click();
    const height = page.getByRole('textbox', { name: 'Height', exact: true });
    // The middle of its box, 2.8 to 5.7 m above its zero.
    await expect.poll(() => height.inputValue()).toBe('254.25');
    await height.fill('255.25');
    await page.getByRole('button', { name: 'Save the place' }).click();
    const place = () => groma.api<GeoreferencedBox>('GET', `/bim/${model.id}/georeference`);
    await expect.poll(async () => (await place()).version).toBe(1);
    const [placed] = await models();
    expect(placed!.georeference).toMatchObject({ applied: 'transform' });
    expect(placed!.georeference!.transform!.height).toBeCloseTo(ZERO[2] + 1, 6);
    await page.getByRole('tab', { name: 'Earlier places' }).click();
    await page.getByRole('listitem').filter({ hasText: 'As its file says' }).getByRole('button').click();
    await page.getByRole('button', { name: 'Save the place' }).click();
    await expect.poll(async () => (await place()).version).toBe(2);
    expect((await models())[0]!.georeference).toMatchObject({ applied: 'map-conversion' });
  });

  it('has its outline on the map, where a point in it is selected', async () => {
    const [longitude, latitude] = unproject(CRS, [...POINT]);
    await groma.api(
      'POST',
      '/geometries',
      {
        typeName: 'survey-point',
        location: { type: 'Point', coordinates: [longitude, latitude, 253.1] },
        properties: { code: 'R1', kind: 'station' },
      },
      { projectid: project },
    );
    await page.goto(`${groma.url}/draw/${project}?at=20/${latitude}/${longitude}`);
    await open('BIM models');
    await page.getByRole('button', { name: 'Outline on the map' }).click();
    await page.getByRole('button', { name: 'Hide outline' }).waitFor();
    await picture(page, 'bim-outline');
    await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'hidden' });
    await click();
    await open('Linked elements');
    await page.getByText(/Linked to no element/).waitFor();
  });

  it('is linked to that point, from both sides', async () => {
    await goTo(page, `/draw/${project}/bim`);
    await page.locator('.bim-canvas').waitFor();
    await isDrawn();
    await open('Element');
    await page.getByRole('button', { name: 'Front elevation' }).click();
    await chooseWall(40, 10);
    // Seen from above the point is in the middle of the view, on the floor.
    await page.getByRole('button', { name: /^Plan: from above/ }).click();
    await click();
    await page.getByRole('button', { name: 'Link the selected object' }).click();
    await page.getByRole('list', { name: 'Links' }).getByText('Object: survey-point').waitFor();
    await open('Linked elements');
    await page.getByRole('list', { name: 'Linked elements' }).getByText('South wall').waitFor();
  });

  it('stands on the globe', async () => {
    await goTo(page, `/draw/${project}/3d`);
    // The globe is there, and goes to the house.
    await page.locator('canvas.map3d-labels').waitFor({ state: 'attached' });
    await open('BIM models');
    const tile = page.waitForResponse((response) => /\/globe\/\d+\/0\.glb$/.test(response.url()));
    await page.getByText('On the globe').click();
    expect((await tile).status()).toBe(200);
    await picture(page, 'bim-globe');
  });
});

describe('a checked model', () => {
  it('is audited against an IDS, and leads to what fails', async () => {
    await goTo(page, `/draw/${project}/bim`);
    await page.locator('.bim-canvas').waitFor();
    await isDrawn();
    await open('Checks');
    await page.getByRole('button', { name: 'New check…' }).click();
    await page
      .locator('input[type=file]')
      .last()
      .setInputFiles(sent('names.ids', idsFor('South wall')));
    await page.getByText('names.ids').waitFor();
    await page.getByRole('button', { name: 'Start the check' }).click();
    await page
      .getByRole('list', { name: 'Checks' })
      .getByRole('button', { name: 'names.ids', exact: true })
      .click();
    // One of the four walls has that name.
    await page.getByText('1 of 4 applicable elements passed').waitFor();
    await page.getByRole('button', { name: /West wall/ }).click();
    await picture(page, 'bim-ids');
    await page.getByRole('button', { name: 'Back to the checks' }).click();
  });

  it('has topics, to which people comment at once, and which leave and come as BCF', async () => {
    await open('Topics');
    await page.getByRole('button', { name: 'New topic…' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Wall too thin');
    await page.getByRole('button', { name: 'Open the topic' }).click();
    await page.getByRole('img', { name: 'Picture of Wall too thin' }).waitFor();
    const topics = () => groma.api<BimTopic[]>('GET', `/projects/${project}/bim-topics`);
    const [topic] = (await topics()) as [BimTopic];
    expect(topic.viewpoints).toHaveLength(1);
    await groma.api('POST', `/bim-topics/${topic.id}/comments`, { text: 'It is 30 cm.' });
    await page.getByText('It is 30 cm.').waitFor();
    await page.getByRole('textbox', { name: 'New comment' }).fill('As ordered.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('list', { name: 'Comments' }).getByText('As ordered.').waitFor();
    await picture(page, 'bim-topic');
    await page.getByRole('button', { name: 'Back to the topics' }).click();
    await page.getByRole('button', { name: 'Save as BCF' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'BCF 3.0' }).click();
    const bcf = readFileSync(await (await saved).path());
    await page.getByRole('list', { name: 'Topics' }).getByRole('button').click();
    await page.getByRole('button', { name: 'Delete the topic…' }).click();
    await page.getByRole('button', { name: 'Delete topic' }).click();
    await page.getByText('No topics yet.').waitFor();
    await page.locator('input[type=file]').last().setInputFiles(sent('topics.bcf', bcf));
    await page.getByText('New topics: 1; updated: 0; new comments: 2.').waitFor();
    await page.getByRole('list', { name: 'Topics' }).getByText('Wall too thin').waitFor();
  });

  it('gets a new version, which says what has changed, and keeps its links', async () => {
    await goTo(page, `/models/${project}`);
    const changed = ROOM.map((wall) =>
      wall.name === 'North wall' ? { ...wall, at: [-0.3, 4.5, 3] as const } : wall,
    );
    await page.getByRole('button', { name: 'Actions for House.ifc' }).click();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('menuitem', { name: 'Replace by a new version…' }).click();
    const chimney = { name: 'Chimney', at: [2, 2, 3] as const, size: [0.5, 0.5, 4] as const };
    await (await choosing).setFiles(sent('House 2.ifc', house([...changed, chimney])));
    await page.getByText('6 elements').waitFor();
    await page.getByRole('button', { name: 'Actions for House.ifc' }).click();
    await page.getByRole('menuitem', { name: 'Versions…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Versions of House.ifc' });
    await dialog.getByRole('button', { name: 'Changes' }).first().click();
    await dialog.getByText('Chimney').waitFor();
    await dialog.getByText('moved by 0.5 m', { exact: true }).waitFor();
    await picture(page, 'bim-versions');
    const links = await groma.api<{ name: string; isPresent: boolean }[]>('GET', `/bim/${model.id}/links`);
    expect(links).toMatchObject([{ name: 'South wall', isPresent: true }]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });
});

describe.runIf(existsSync(HOUSE_OF_OTHERS))('the house of another program', () => {
  it('is converted, stands where its site is, and is drawn', async () => {
    await goTo(page, `/models/${project}`);
    const file = {
      name: 'FZK.ifc',
      mimeType: 'application/octet-stream',
      buffer: readFileSync(HOUSE_OF_OTHERS),
    };
    await page.locator('main input[type=file]').first().setInputFiles(file);
    const row = page
      .getByRole('list', { name: 'BIM models' })
      .getByRole('listitem')
      .filter({ hasText: 'FZK.ifc' });
    await row.getByText(/elements/).waitFor();
    const fzk = (await models()).find(({ name }) => name === 'FZK.ifc')!;
    // IfcSite says 49°6′1.566″ N, 8°26′11.5404″ E.
    const [longitude, latitude] = fzk.georeference!.position!;
    expect(latitude).toBeCloseTo(49 + 6 / 60 + 1.566 / 3600, 4);
    expect(longitude).toBeCloseTo(8 + 26 / 60 + 11.5404 / 3600, 4);
    await page.getByRole('link', { name: 'FZK.ifc' }).click();
    await page.locator('.bim-canvas').waitFor();
    await isDrawn();
    await picture(page, 'bim-fzk');
  });
});

/** The view shows the whole box of the model, its diagonal and a tenth, across the smaller side. */
async function pixelsPerMetre(): Promise<number> {
  const { width, height } = (await map().boundingBox())!;
  return Math.min(width, height) / (1.1 * Math.hypot(6.6, 4.6, 2.9));
}

/** On the ground, at the height of the cut. */
function metresOf(from: readonly [number, number], to: readonly [number, number]): number {
  const [one, other] = [from, to].map(([x, y]) => unproject(CRS, [ZERO[0] + x, ZERO[1] + y])) as [
    Position,
    Position,
  ];
  const { distance } = inverse(one, other);
  return distance * (1 + (ZERO[2] + 4.2) / 6_371_000);
}
