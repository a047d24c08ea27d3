import { shownIn, trials } from '#tests/journeys/trial';

export default trials(() => ({
  // The project of the trials has no external layer.
  'external-layers.identify': shownIn('External layers', [[0, -80]], /^No layer can be asked/),
  'external-layers.place': shownIn('External layers', [[0, -80]], /^No layers of other servers yet/),
}));
