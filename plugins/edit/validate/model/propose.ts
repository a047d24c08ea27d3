import type { MapObject } from '#core/document';
import { REPAIRS } from '../edits/repair.ts';
import type { RepairFault, RepairOptions } from '../edits/repairs.ts';
import type { Finding } from './finding.ts';
import { Staged } from './staged.ts';

/** What the person may change. */
export interface RepairRights {
  readonly isLocked: (object: MapObject) => boolean;
  readonly mayDelete: boolean;
}

/** Stages the repair of one finding, or returns why there is none and leaves the stage unchanged. */
export function stageRepair(
  finding: Finding,
  stage: Staged,
  options: RepairOptions,
  { isLocked, mayDelete }: RepairRights,
): RepairFault | undefined {
  const own = new Staged(stage);
  const fault = REPAIRS[finding.kind](finding, own, options);
  if (fault) return fault;
  const { touched } = own;
  if (touched.some(({ before }) => before && isLocked(before))) return 'locked';
  if (!mayDelete && touched.some(({ after }) => !after)) return 'delete';
  stage.take(own);
  return undefined;
}

/** The object created earlier on the server is older; one not yet stored is the newest. */
export function olderBy(createdAt: (id: string) => string | undefined): RepairOptions['isOlder'] {
  const moment = ({ id }: MapObject) => createdAt(id) ?? '9999';
  return (one, other) => {
    const [a, b] = [moment(one), moment(other)];
    return a === b ? one.id < other.id : a < b;
  };
}
