import type { InputDevice } from '#tests/journeys/hands';
import { keep, trials, type Trial } from '#tests/journeys/trial';

/**
 * A façade on two places, with a typed height; in the centre of the map, since ground as high as this appears nearer
 * to it.
 */
const facade: Trial = {
  use: async (hand: InputDevice) => {
    await hand.press([0, -80], [40, -80]);
    await hand.done();
    const popup = hand.page.locator('.g-tool-popup');
    await hand.write(popup.getByRole('textbox', { name: /^Height of the façade/ }), '5');
    await hand.push(popup.getByRole('button', { name: 'Draw', exact: true }));
    await keep(hand, 'polygon');
  },
  becomes: { '': ['0,-80…40,-80'] },
};

export default trials(() => ({
  'facades.facade': facade,
}));
