import type { Spot } from '#tests/journeys/ground';
import { drawn, keep, listed, pressed, trials } from '#tests/journeys/trial';

const START_OF_LISTS: Spot = [20, -28];

export default trials((type) => ({
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
}));
