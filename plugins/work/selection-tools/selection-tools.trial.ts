import { trials } from '#tests/journeys/trial';

export default trials(() => ({
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
}));
