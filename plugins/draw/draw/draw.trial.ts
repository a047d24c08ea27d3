import { drawn, pressed, trials } from '#tests/journeys/trial';

export default trials(() => ({
  'draw.point': drawn('point', [[120, -120]], '120,-120'),
  'draw.line': drawn('line', [[-120, 40], [-60, 40], [-60, 60]], '-120,40 -60,40 -60,60', true), // prettier-ignore
  'draw.polygon': drawn('polygon', [[20, -28], [80, -28], [80, 8]], '20,-28…80,8', true), // prettier-ignore
  'draw.hole': pressed([[0, -100], [40, -100], [40, -60]], { Q: ['-20,-120…60,-40 without 0,-100…40,-60'] }, true), // prettier-ignore
}));
