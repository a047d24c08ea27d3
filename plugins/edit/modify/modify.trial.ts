import { trials } from '#tests/journeys/trial';
import { Keys } from '#tests/journeys/keys';

export default trials(() => ({
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
}));
