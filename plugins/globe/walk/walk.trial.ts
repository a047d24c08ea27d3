import type { InputDevice } from '#tests/journeys/hands';
import { trials, type Trial } from '#tests/journeys/trial';

/** Steps down, and returns. */
const walk: Trial = {
  use: async (hand: InputDevice) => {
    await hand.press([40, 60]);
    const back = hand.page.getByRole('button', { name: 'Exit walk mode' });
    await hand.push(back);
    await back.waitFor({ state: 'detached' });
  },
};

export default trials(() => ({
  'walk.walk': walk,
}));
