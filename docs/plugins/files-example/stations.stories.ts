import { stationOf } from './stations.ts';

/** What `npm run stories` shows: the code of the plugin, with objects that are not real. */
export default { title: 'Stations' };

const objects = ['P100;12.4924;41.8902;35.2', 'P200;12.4931;41.8904;41.7', 'P300;12.494;41.8906;38.1'].map(
  (line) => ({ typeName: 'Station', ...stationOf(line)! }),
);

export const Panel = { args: { shows: 'profile', objects } };
export const Page = { args: { shows: 'heights', objects } };
export const NoStations = { args: { shows: 'profile', objects: [] } };
