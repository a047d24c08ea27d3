import { trials } from '#tests/journeys/trial';

export default trials(() => ({
  'external-layers.identify': {
    use: async (hand) => {
      await hand.press([0, -80]);
      // The trials' project has no external layer.
      await hand.page.getByText(/^No layer can be asked/).waitFor();
    },
  },
}));
