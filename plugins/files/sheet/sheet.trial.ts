import { shownIn, trials } from '#tests/journeys/trial';

export default trials(() => ({
  'sheet.place': shownIn('Sheet', [[0, -80]], /^Paper/),
  'sheet.profile': {
    ...shownIn('Sheet', [], /^A drawn line/),
    use: async (hand) => {
      await hand.press([-40, 20], [60, 40]);
      await hand.done();
      await shownIn('Sheet', [], /^A drawn line/).use(hand);
    },
  },
}));
