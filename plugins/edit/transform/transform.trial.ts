import { pressed, typed, trials } from '#tests/journeys/trial';

export default trials(() => ({
  'transform.shift': pressed([[-92, 0], [-60, 4], [-20, 44]], { F: ['-80,40 -20,44 40,40 40,104'] }), // prettier-ignore
  // Around -60,32: a right turn maps (x, y) from there to (-y, x).
  'transform.rotate': typed([-92, 0], 'Angle', '90', { F: ['-28,-28 -32,32 -28,92 -92,92'] }),
  'transform.scale': typed([-92, 0], 'Factor', '200 %', { F: ['-180,-32 -60,-24 60,-32 60,96'] }),
  'transform.mirror': pressed([[-92, 0], [20, -20], [20, 80]], { F: ['160,0 100,4 40,0 40,64'] }), // prettier-ignore
  // Both ends of the lower part go 30 pixels down.
  'transform.fit': {
    use: async (hand) => {
      await hand.press([-92, 0], [-120, 0], [-120, 32], [0, 0], [0, 32]);
      await hand.push(hand.page.getByRole('button', { name: 'Apply the fit' }));
    },
    becomes: { F: ['-120,32 -60,36 0,32 0,96'] },
  },
}));
