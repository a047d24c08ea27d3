import type { Geometry } from '#core/protocol';
import type { InputDevice } from './hands.ts';
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

export const drawn = (
  kind: keyof typeof TYPES,
  spots: readonly Spot[],
  then: string,
  ends = false,
): Trial => ({
  use: async (hand) => {
    await hand.press(...spots);
    if (ends) await hand.done();
    await keep(hand, kind);
  },
  becomes: { '': [then] },
});
/** What is typed into the popup of the tool, for the object that is pressed. */
export const typed = (on: Spot, field: string, text: string, becomes: JourneyScene): Trial => ({
  use: async (hand) => {
    await hand.press(on);
    const popup = hand.page.locator('.g-tool-popup');
    await hand.write(popup.getByRole('textbox', { name: field }), text);
    await hand.push(popup.locator('button[type=submit]'));
  },
  becomes,
});
export const pressed = (spots: readonly Spot[], becomes: JourneyScene, ends = false): Trial => ({
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
export const joined = (
  spots: readonly Spot[],
  action: 'Merge' | 'Combine',
  becomes: JourneyScene,
): Trial => ({
  use: async (hand) => {
    await hand.press(...spots);
    await hand.done();
    const dialog = hand.page.getByRole('dialog', { name: new RegExp(`^${action} 2 objects`) });
    await hand.push(dialog.getByRole('button', { name: action, exact: true }));
  },
  becomes,
});
export const listed = (
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

/** A tool whose result is in a panel, which is closed again: the map below it is for the next trial. */
export const shownIn = (panel: string, spots: readonly Spot[], text: RegExp): Trial => ({
  use: async (hand) => {
    await hand.press(...spots);
    const shown = hand.page.getByRole('region', { name: panel, exact: true });
    await shown.getByText(text).first().waitFor();
    await hand.push(shown.getByRole('button', { name: 'Close panel' }));
    await shown.waitFor({ state: 'detached' });
  },
});

/** The trials of a plugin's tools, by the tool's id; `type` writes a spot as coordinates. */
export type Trials = (type: (spot: Spot) => string) => Readonly<Record<string, Trial>>;

/** The default export of `<plugin>.trial.ts`, which stands beside the plugin's manifest. */
export const trials = (of: Trials): Trials => of;
