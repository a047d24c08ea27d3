import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, type ExpectStatic } from 'vitest';
import type { GeometryObject, Position } from '#core/protocol';
import { PLUGINS } from '../../workbench/plugins.ts';
import { LATITUDE, METRES, positionAt, sceneOf, ZOOM, type JourneyScene, type Spot } from './ground.ts';
import { Finger, Mouse, type InputDevice, type RailTool } from './hands.ts';
import { begin, picture, PICTURES, savePicture, type Groma, type JourneyStage } from './harness.ts';
import { Keys } from './keys.ts';
import { GROUND, type Trial } from './trial.ts';

/** Place of the ground's origin, CSS pixels from the centre of the map: clear of popups and buttons. */
export const ORIGIN: Spot = [0, 80];
/**
 * Allowed error of a measure, as a share of its value. A pixel is up to 0.2 % longer or shorter on the ellipsoid than
 * METRES, and on ground that rises by 0.7 m of the 300 m to the camera; areas and slopes also depend on the cells of
 * that ground.
 */
const ASTRAY = { pixels: 0.01, area: 0.06, degrees: 0.06 };

const ALL_HANDS = [
  ['the mouse', Mouse, {}],
  ['keys alone', Keys, {}],
  ['a finger', Finger, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const;
/** All inputs take minutes more: `npm run test:hands`. */
export const ALL = process.env['GROMA_HANDS'] === 'all';
export const HANDS = ALL ? ALL_HANDS : ALL_HANDS.slice(0, 1);

/** A server with object types for what is drawn, and a browser, for the tests of a file. */
export function openStage(): JourneyStage {
  const stage = {} as JourneyStage;
  beforeAll(() =>
    begin(async (begun) => {
      Object.assign(stage, begun);
      await furnishTypes(begun.groma);
    }),
  );
  return stage;
}

/** Names of object types that no other file uses. */
let types = { mark: '', fence: '', plot: '' };

async function furnishTypes(groma: Groma): Promise<void> {
  const own = randomUUID();
  types = { mark: `mark ${own}`, fence: `fence ${own}`, plot: `plot ${own}` };
  const projectIds = [await groma.demo()];
  const text = [{ name: 'name', title: { en: 'Name', it: 'Nome' }, type: 'text', required: false }];
  const style = { stroke: '#b85a00', width: 2, fill: '#e69f0040', label: 'name' };
  for (const [name, title, geometryType, fields] of [
    ['mark', 'Marks', 'Point', []],
    ['fence', 'Fences', 'LineString', text],
    ['plot', 'Plots', 'Polygon', text],
  ] as const)
    await groma.api('POST', '/attributes', {
      name: types[name],
      title: { en: title, it: name },
      geometryType,
      fields,
      style,
      projectIds,
    });
}

/** Tries tools one after the other with one input, on one page. */
export interface Round {
  readonly groma: Groma;
  readonly project: string;
  readonly hand: InputDevice;
  /** Position of the ground; after each failure the next trial uses new ground, to the north. */
  centre: Position;
  readonly tools: ReadonlyMap<string, RailTool>;
  readonly trials: (type: (spot: Spot) => string) => Readonly<Record<string, Trial>>;
  /** Path of the map, below that of the project. */
  readonly address?: string;
}

/** Returns the failures, a sentence each. */
export async function tryAll(expect: ExpectStatic, round: Round): Promise<string[]> {
  const { groma, project, hand, tools, address = '' } = round;
  const { page } = hand;
  const by = hand.constructor.name.toLowerCase();
  // The globe is tilted if no `address` is given.
  const upright = address === '' ? '' : '/0/0';
  let before: JourneyScene = {};
  const read = async (): Promise<JourneyScene> =>
    sceneOf(round.centre, await objectsAt(groma, project, round.centre));
  const type = (spot: Spot): string => printed(positionAt(round.centre, spot));
  const open = async (): Promise<void> => {
    await furnish(groma, project, round.centre);
    before = await read();
    const [x, y] = positionAt(round.centre, [-hand.origin[0], -hand.origin[1]]);
    await page.goto(`${groma.url}/draw/${project}${address}?at=${ZOOM}/${y}/${x}${upright}`);
    await hand.showsHint(/^(Click|Tap) an object/);
    await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'hidden' });
  };
  await open();
  const snaps = page.getByRole('button', { name: 'Snapping is on' });
  if ((await snaps.count()) > 0) await hand.push(snaps);
  await page.getByRole('button', { name: 'Snapping is off' }).waitFor();

  const faults: string[] = [];
  for (const [id, tool] of tools) {
    const trial = round.trials(type)[id]!;
    try {
      await hand.take(tool);
      await trial.use(hand);
      await came(expect, hand, trial, before, read);
      if (PICTURES)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await picture(page, `9-${id}${address.replace('/', '-')}-${by}-${colorScheme}`);
        }
      await takeBack(expect, hand, trial);
      await hand.rest();
    } catch (failure) {
      faults.push(`${id}: ${sentenceOf(failure)}`);
      await savePicture(page, `9-failed-${id}-${by}`);
      // The next trial starts on new ground.
      round.centre = [round.centre[0], round.centre[1] + 0.02];
      await open();
    }
  }
  if (faults.length === 0)
    await expect.poll(read, { message: 'what it is after all was undone' }).toEqual(before);
  return faults;
}

const printed = ([longitude, latitude]: Position): string =>
  `${latitude.toFixed(8)}, ${longitude.toFixed(8)}`;

/** Describes the difference briefly. */
function sentenceOf(failure: unknown): string {
  const { message, actual } = failure as { message: string; actual?: unknown };
  return `${message.slice(0, 300)} ${actual === undefined ? '' : JSON.stringify(actual)}`;
}

/**
 * The ids of the tools of one kind of viewer in the order of its rail; those for point clouds need one, which the project
 * of the trials does not have.
 */
export function toolsOf(viewer: '2d' | '3d'): Map<string, RailTool> {
  const text = (file: string, key: string): string => {
    const texts = readFileSync(join(import.meta.dirname, '../../locales/en', `${file}.json`), 'utf8');
    return (JSON.parse(texts) as Record<string, string>)[key]!;
  };
  const tools = PLUGINS.flatMap(({ id: plugin, tools = [] }) =>
    tools
      .filter(
        (tool) => tool.viewer === viewer || (tool.viewer !== 'cloud' && tool.also?.[viewer] !== undefined),
      )
      .map(({ id, group, title, keys = '' }): [string, RailTool] => [
        id,
        { group: text('shell', `group.${group}`), name: text(plugin, title), keys },
      ]),
  );
  // Lists move the map to what they draw: they come last.
  const moves = ([id]: [string, RailTool]): boolean =>
    id === 'shapes.coordinates' || id === 'shapes.traverse';
  return new Map([...tools.filter((tool) => !moves(tool)), ...tools.filter(moves)]);
}

async function furnish(groma: Groma, project: string, centre: Position): Promise<void> {
  for (const [name, { type, spots }] of Object.entries(GROUND)) {
    const rings = spots.map((ring) => ring.map((spot) => positionAt(centre, spot)));
    const coordinates = type === 'Polygon' ? rings.map((ring) => [...ring, ring[0]!]) : rings[0]!;
    const typeName = type === 'Polygon' ? types.plot : types.fence;
    const made = { typeName, location: { type, coordinates }, properties: { name } };
    await groma.api('POST', '/geometries', made, { projectid: project });
  }
}

function objectsAt(groma: Groma, project: string, [x, y]: Position): Promise<GeometryObject[]> {
  const bbox = [x - 0.005, y - 0.005, x + 0.005, y + 0.005].join();
  return groma.api('GET', `/geometries?bbox=${bbox}`, undefined, { projectid: project });
}

/** The expected result of the trial: on the ground, in a bubble or in the status line. */
async function came(
  expect: ExpectStatic,
  hand: InputDevice,
  trial: Trial,
  before: JourneyScene,
  read: () => Promise<JourneyScene>,
): Promise<void> {
  const { page } = hand;
  if (trial.becomes) {
    const promised = Object.entries({ ...before, ...trial.becomes }).filter(([, forms]) => forms.length > 0);
    await expect.poll(read).toEqual(Object.fromEntries(promised));
  }
  if (trial.selects) await hand.showsHint(new RegExp(`^${trial.selects}`));
  if (!trial.measures) return;
  const { kind, value, in: unit } = trial.measures;
  // Measures that query the terrain have no value at first.
  await bubble(page, kind).getByText(/\d/).first().waitFor();
  const title = (await bubble(page, kind).getAttribute('aria-label'))!;
  const scale = { pixels: METRES, area: METRES ** 2, degrees: 1 }[unit];
  const output = amountOf(title);
  if (/coordinates/i.test(kind)) expect(Math.abs(output - LATITUDE), title).toBeLessThan(1);
  else if (value === 0) expect(output, title).toBeLessThan(0.5);
  else
    expect(Math.abs(output / (value * scale) - 1), `${title}, expected ${value * scale}`).toBeLessThan(
      ASTRAY[unit],
    );
}

async function takeBack(
  expect: ExpectStatic,
  hand: InputDevice,
  { becomes, measures }: Trial,
): Promise<void> {
  if (becomes) await hand.undo();
  if (!measures) return;
  // A bubble that has grown meanwhile has its button elsewhere.
  const open = bubble(hand.page, measures.kind);
  const close = async (): Promise<number> => {
    if ((await open.count()) > 0) await hand.push(open.getByRole('button', { name: 'Close' }));
    return open.count();
  };
  await expect.poll(close).toBe(0);
}

function bubble(page: Page, kind: string): Locator {
  return page.getByRole('region', { name: new RegExp(`^${kind}`) });
}

/** `Distance 26.21 m`, `Angle 89°59′30″`, `Chainage 0+061.2`. */
function amountOf(title: string): number {
  const [whole = 0, ...parts] = (title.replaceAll(',', '').match(/\d+(\.\d+)?/g) ?? []).map(Number);
  if (title.includes('°'))
    return parts.slice(0, 2).reduce((sum, part, i) => sum + part / 60 ** (i + 1), whole);
  return /\d\+\d/.test(title) ? whole * 1000 + parts[0]! : whole;
}
