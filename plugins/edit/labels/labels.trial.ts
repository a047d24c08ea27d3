import { trials } from '#tests/journeys/trial';

export default trials(() => ({
  'labels.move': {
    use: (hand) => hand.drag([20, -80], [80, -100]),
    becomes: { Q: ['-20,-120…60,-40 label 80,-100'] },
  },
}));
