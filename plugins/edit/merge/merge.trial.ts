import { joined, trials } from '#tests/journeys/trial';

export default trials(() => ({
  'merge.merge': joined([[-40, -60], [20, -60]], 'Merge', { P: ['-120,-120…60,-40 without -100,-100…-72,-72'], Q: [] }), // prettier-ignore
  'merge.combine': joined([[-40, -60], [-92, 120]], 'Combine', { P: ['-120,-120…-20,-40 without -100,-100…-72,-72 and -120,100…-60,140'], R: [] }), // prettier-ignore
}));
