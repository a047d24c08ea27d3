import type { CloudSelection } from '#core/protocol';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { Cloud } from '../points/cloud.ts';
import { writeState } from '../points/overlay.ts';
import type { Classified, CloudWork } from '../points/task.ts';
import type { Changes } from '../points/changes.ts';
import { findGround } from './ground.ts';
import { findHeight } from './height.ts';
import { findNoise, findOutliers } from './outliers.ts';
import type { Report } from './walk-all.ts';

type Find = Extract<CloudWork, { kind: 'find' }>;

/** Finds the points that a finding asks for, gives them their class and writes the state after it. */
export async function findPoints(
  cloud: Cloud,
  storage: Storage,
  work: Find,
  report: Report,
): Promise<Classified> {
  const { nodes, points } = await changesOf(cloud, work.selection, work, report);
  if (points > 0) await writeState(storage, work.key, work.version, cloud.state, nodes);
  return { points };
}

function changesOf(
  cloud: Cloud,
  selection: CloudSelection,
  { finding, to }: Pick<Find, 'finding' | 'to'>,
  report: Report,
): Promise<Changes> {
  switch (finding.find) {
    case 'ground':
      return findGround(cloud, selection, finding, to, report);
    case 'noise':
      return findNoise(cloud, selection, finding, to, report);
    case 'outliers':
      return findOutliers(cloud, selection, finding, to, report);
    case 'height':
      return findHeight(cloud, selection, finding, to, report);
  }
}
