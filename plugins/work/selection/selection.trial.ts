import { trials } from '#tests/journeys/trial';

export default trials(() => ({
  // The centre of the map, where this tool's crosshair stays.
  'selection.select': { use: (hand) => hand.press([0, -80]), selects: 'One object selected' },
}));
