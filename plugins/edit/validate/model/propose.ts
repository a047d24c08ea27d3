import type { MapObject } from '#core/document';
import { REPAIRS } from '../edits/repair.ts';
import type { RepairFault, RepairOptions } from '../edits/repairs.ts';
import type { Finding } from './finding.ts';
import { Staged } from './staged.ts';

/** What a person may not change. */
export interface Rights {
  readonly isLocked: (object: MapObject) => boolean;
  readonly mayDelete: boolean;
}

/** Puts the repair of one finding on the stage; or answers why there is none, and leaves the stage as it was. */
export function stageRepair(
  finding: Finding,
  stage: Staged,
  options: RepairOptions,
  { isLocked, mayDelete }: Rights,
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

/** The one the server has known longer is older; what it does not know yet is the youngest. */
export function olderBy(createdAt: (id: string) => string | undefined): RepairOptions['isOlder'] {
  const moment = ({ id }: MapObject) => createdAt(id) ?? '9999';
  return (one, other) => {
    const [a, b] = [moment(one), moment(other)];
    return a === b ? one.id < other.id : a < b;
  };
}
