import type { Geometry } from '#core/protocol';
import type { InputDevice } from './hands.ts';
import { Keys } from './keys.ts';
import type { JourneyScene, Spot } from './ground.ts';

/** What a tool is tried on, and the expected result; what is not named stays unchanged. */
export interface Trial {
  use: (hand: InputDevice) => Promise<void>;
  becomes?: JourneyScene;
  /** A measure with its value: in pixels of length, pixels of area, or degrees. */
  measures?: { kind: string; value: number; in: 'pixels' | 'area' | 'degrees' };
  selects?: string;
}

/**
 * The ground of every trial: two plots side by side, one with a hole, a third one; a fence of three legs, and three
 * more objects.
 */
export const GROUND: Readonly<
  Record<string, { type: Geometry['type']; spots: readonly (readonly Spot[])[] }>
> = {
  P: { type: 'Polygon', spots: [box([-120, -120], [-20, -40]), box([-100, -100], [-72, -72])] },
  Q: { type: 'Polygon', spots: [box([-20, -120], [60, -40])] },
  R: { type: 'Polygon', spots: [box([-120, 100], [-60, 140])] },
  F: { type: 'LineString', spots: [[[-120, 0], [-60, 4], [0, 0], [0, 64]]] }, // prettier-ignore
  G: { type: 'LineString', spots: [[[100, -80], [100, 140]]] }, // prettier-ignore
  H: { type: 'LineString', spots: [[[40, 20], [140, 20]]] }, // prettier-ignore
  K: { type: 'LineString', spots: [[[20, 100], [60, 100]]] }, // prettier-ignore
};
function box([left, top]: Spot, [right, bottom]: Spot): Spot[] {
  return [[left, top], [right, top], [right, bottom], [left, bottom]]; // prettier-ignore
}

const TYPES = { point: 'Marks', line: 'Fences', polygon: 'Plots' } as const;
/** Describes what was drawn. */
export async function keep(hand: InputDevice, kind: keyof typeof TYPES): Promise<void> {
  const dialog = hand.page.getByRole('dialog', { name: `New ${kind}` });
  const type = dialog.getByRole('button', { name: /Object type/ });
  await type.waitFor();
  if (!(await type.innerText()).includes(TYPES[kind])) {
    await hand.push(type);
    await hand.pick(TYPES[kind]);
  }
  await hand.push(dialog.getByRole('button', { name: 'Save' }));
  await dialog.waitFor({ state: 'detached' });
}

const drawn = (kind: keyof typeof TYPES, spots: readonly Spot[], then: string, ends = false): Trial => ({
  use: async (hand) => {
    await hand.press(...spots);
    if (ends) await hand.done();
    await keep(hand, kind);
  },
  becomes: { '': [then] },
});
/** What is typed into the popup of the tool, for the object that is pressed. */
const typed = (on: Spot, field: string, text: string, becomes: JourneyScene): Trial => ({
  use: async (hand) => {
    await hand.press(on);
    const popup = hand.page.locator('.g-tool-popup');
    await hand.write(popup.getByRole('textbox', { name: field }), text);
    await hand.push(popup.locator('button[type=submit]'));
  },
  becomes,
});
const pressed = (spots: readonly Spot[], becomes: JourneyScene, ends = false): Trial => ({
  use: async (hand) => {
    await hand.press(...spots);
    if (ends) await hand.done();
  },
  becomes,
});
export const measured = (
  spots: readonly Spot[],
  kind: string,
  value: number,
  unit: 'pixels' | 'area' | 'degrees',
  ends = false,
): Trial => ({
  use: async (hand) => {
    await hand.press(...spots);
    if (ends) await hand.done();
  },
  measures: { kind, value, in: unit },
});
/** Several objects become one, as the dialog proposes. */
const joined = (spots: readonly Spot[], action: 'Merge' | 'Combine', becomes: JourneyScene): Trial => ({
  use: async (hand) => {
    await hand.press(...spots);
    await hand.done();
    const dialog = hand.page.getByRole('dialog', { name: new RegExp(`^${action} 2 objects`) });
    await hand.push(dialog.getByRole('button', { name: action, exact: true }));
  },
  becomes,
});
const listed = (
  write: (hand: InputDevice, popup: ReturnType<InputDevice['page']['locator']>) => Promise<void>,
  then: string,
): Trial => ({
  use: async (hand) => {
    const popup = hand.page.locator('.g-tool-popup');
    await write(hand, popup);
    await hand.push(popup.getByRole('button', { name: 'Draw', exact: true }));
    await keep(hand, 'line');
  },
  becomes: { '': [then] },
});

const START_OF_LISTS: Spot = [20, -28];
/** A trial for every tool, by its id; `type` writes a spot as coordinates. */
export function trialsAt(type: (spot: Spot) => string): Readonly<Record<string, Trial>> {
  return {
    // The centre of the map, where this tool's crosshair stays.
    'selection.select': { use: (hand) => hand.press([0, -80]), selects: 'One object selected' },
    'selection-tools.box': {
      use: (hand) => hand.drag([-132, -132], [72, -28]),
      selects: '2 objects selected',
    },
    'selection-tools.area': {
      use: async (hand) => {
        await hand.press([-132, -132], [72, -132], [72, -28], [-132, -28]);
        await hand.done();
      },
      selects: '2 objects selected',
    },

    'draw.point': drawn('point', [[120, -120]], '120,-120'),
    'draw.line': drawn('line', [[-120, 40], [-60, 40], [-60, 60]], '-120,40 -60,40 -60,60', true), // prettier-ignore
    'draw.polygon': drawn('polygon', [[20, -28], [80, -28], [80, 8]], '20,-28…80,8', true), // prettier-ignore
    'draw.hole': pressed([[0, -100], [40, -100], [40, -60]], { Q: ['-20,-120…60,-40 without 0,-100…40,-60'] }, true), // prettier-ignore
    'shapes.rectangle': drawn('polygon', [[20, -28], [80, 8]], '20,-28…80,8'), // prettier-ignore
    'shapes.turned': drawn('polygon', [[20, -28], [80, -28], [80, 8]], '20,-28…80,8'), // prettier-ignore
    'shapes.circle': drawn('polygon', [[52, -12], [72, -12]], '32,-32…72,8'), // prettier-ignore
    // A hexagon of 20 pixels is 2 · 20 · sin 60° = 34.6 high: from -29.3 to 5.3.
    'shapes.regular': drawn('polygon', [[52, -12], [72, -12]], '32,-28…72,4'), // prettier-ignore
    'shapes.freehand': {
      use: async (hand) => {
        await hand.drag([20, -28], [80, -28]);
        await keep(hand, 'line');
      },
      becomes: { '': ['20,-28 80,-28'] },
    },
    'shapes.continue': pressed([[0, 64], [40, 64]], { F: ['-120,0 -60,4 0,0 0,64 40,64'] }, true), // prettier-ignore
    'shapes.coordinates': listed(
      (hand, popup) => hand.write(popup.getByRole('textbox'), [type([20, -28]), type([80, -28])].join('\n')),
      '20,-28 80,-28',
    ),
    // 20 m are 45.8 pixels here, 10 m 22.9.
    'shapes.traverse': listed(async (hand, popup) => {
      await hand.write(popup.getByRole('textbox', { name: /^Start / }), type(START_OF_LISTS));
      await hand.write(popup.getByRole('textbox', { name: /^Azimuths/ }), '90 20\n180 10');
    }, '20,-28 64,-28 64,-4'),

    'modify.vertices': {
      use: async (hand) => {
        await hand.press([-92, 0]);
        await hand.showsHint(/^Drag a vertex/);
        if (!(hand instanceof Keys)) return hand.drag([0, 64], [40, 84]);
        await hand.press([0, 64]);
        await hand.nudge(...Array<string>(4).fill('Shift+ArrowRight'), 'Shift+ArrowDown', 'Shift+ArrowDown');
      },
      becomes: { F: ['-120,0 -60,4 0,0 40,84'] },
    },
    'modify.move': {
      use: (hand) => hand.drag([-92, 120], [-52, 140]),
      becomes: { R: ['-80,120…-20,160'] },
    },
    'transform.shift': pressed([[-92, 0], [-60, 4], [-20, 44]], { F: ['-80,40 -20,44 40,40 40,104'] }), // prettier-ignore
    // Around -60,32: a right turn maps (x, y) from there to (-y, x).
    'transform.rotate': typed([-92, 0], 'Angle', '90', { F: ['-28,-28 -32,32 -28,92 -92,92'] }),
    'transform.scale': typed([-92, 0], 'Factor', '200 %', { F: ['-180,-32 -60,-24 60,-32 60,96'] }),
    'transform.mirror': pressed([[-92, 0], [20, -20], [20, 80]], { F: ['160,0 100,4 40,0 40,64'] }), // prettier-ignore
    'reshape.along': pressed([[52, -100], [84, -100], [84, -60], [52, -60]], { Q: ['-20,-120…84,-40'] }, true), // prettier-ignore
    'reshape.hole': pressed([[-84, -84]], { P: ['-120,-120…-20,-40'] }),
    'reshape.offset': {
      use: async (hand) => {
        await hand.press([40, 100]);
        await hand.write(hand.page.getByRole('textbox', { name: 'Distance' }), '10');
        await hand.press([40, 124]);
      },
      // 10 m are 22.9 pixels here.
      becomes: { K: ['20,100 60,100', '20,124 60,124'] },
    },
    // 4 pixels are 1.75 m.
    'reshape.simplify': typed([-92, 0], 'Tolerance', '3 m', { F: ['-120,0 0,0 0,64'] }),
    // Corners are cut at a quarter of the legs: (-60,4) between (-75,3) and (-45,3); (0,0) between (-15,1) and
    // (0,16).
    'reshape.smooth': typed([-92, 0], 'Iterations', '1', { F: ['-120,0 -76,4 -44,4 -16,0 0,16 0,64'] }),
    'split.split': pressed([[20, -132], [20, -28]], { Q: ['-20,-120…20,-40', '20,-120…60,-40'] }, true), // prettier-ignore
    'split.area': {
      use: async (hand) => {
        await hand.press([20, -60]);
        await hand.showsHint(/^(Click|Tap) the side/);
        const popup = hand.page.locator('.g-tool-popup');
        await popup.getByRole('textbox').waitFor();
        await hand.press([60, -52]);
        await hand.showsHint(/^Enter the area/);
        await hand.write(popup.getByRole('textbox', { name: 'Area of one part' }), '1/2');
        await hand.push(popup.locator('button[type=submit]'));
      },
      becomes: { Q: ['-20,-120…20,-40', '20,-120…60,-40'] },
    },
    'merge.merge': joined([[-40, -60], [20, -60]], 'Merge', { P: ['-120,-120…60,-40 without -100,-100…-72,-72'], Q: [] }), // prettier-ignore
    'merge.combine': joined([[-40, -60], [-92, 120]], 'Combine', { P: ['-120,-120…-20,-40 without -100,-100…-72,-72 and -120,100…-60,140'], R: [] }), // prettier-ignore
    'trim.trim': pressed([[120, 20]], { H: ['40,20 100,20'] }),
    'trim.extend': pressed([[52, 100]], { K: ['20,100 100,100'] }),

    'measure-2d.distance': measured([[-40, 40], [20, 40]], 'Distance', 60, 'pixels', true), // prettier-ignore
    'measure-2d.area': measured([[20, -28], [80, -28], [80, 8]], 'Area', (60 * 36) / 2, 'area', true), // prettier-ignore
    'measure-2d.coordinates': measured([[40, 60]], 'Coordinates', 0, 'degrees'),
    'measure-2d.angle': measured([[80, 60], [40, 60], [40, 80]], 'Angle', 90, 'degrees'), // prettier-ignore
    'measure-2d.azimuth': measured([[20, 60], [60, 60]], 'Azimuth', 90, 'degrees'), // prettier-ignore
    'measure-2d.radius': measured([[40, 60], [60, 60]], 'Radius', 20, 'pixels'), // prettier-ignore
    'measure-2d.arc': measured([[20, 60], [40, 40], [60, 60]], 'Arc', 20, 'pixels'), // prettier-ignore
    'measure-2d.chainage': measured([[100, 80], [80, 60]], 'Chainage', 140, 'pixels'), // prettier-ignore
  };
}
