import { pressed, typed, trials } from '#tests/journeys/trial';

export default trials(() => ({
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
}));
