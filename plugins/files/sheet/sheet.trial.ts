import { shownIn, trials } from '#tests/journeys/trial';

export default trials(() => ({
  'sheet.place': shownIn('Sheet', [[0, -80]], /^Paper/),
}));
