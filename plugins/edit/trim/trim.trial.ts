import { pressed, trials } from '#tests/journeys/trial';

export default trials(() => ({
  'trim.trim': pressed([[120, 20]], { H: ['40,20 100,20'] }),
  'trim.extend': pressed([[52, 100]], { K: ['20,100 100,100'] }),
}));
