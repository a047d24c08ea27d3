import { pressed, trials } from '#tests/journeys/trial';

export default trials(() => ({
  // A metre is 2.3 pixels here, and spots are rounded to 4.
  'template.parallel': pressed([[92, 24]], { '': ['40,24 140,24'] }), // prettier-ignore
}));
