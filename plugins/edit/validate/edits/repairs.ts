import type { MapObject } from '#core/document';
import type { Finding } from '../model/finding.ts';
import type { Staged } from '../model/staged.ts';

/**
 * Why a finding cannot be repaired; a key of the texts behind `fault.`. `hand`: only a person can tell how; `gone`: it is
 * no longer there; `empty`: nothing would be left of an object; `neighbour`: there is none to give it to.
 */
export type RepairFault = 'hand' | 'gone' | 'empty' | 'neighbour' | 'locked' | 'delete';

export interface RepairOptions {
  /** What the check went by. */
  readonly metres: number;
  /** The object that gets what is shared out; by default the oldest, or the one with the longest common border. */
  readonly to?: string | undefined;
  /** Is one object older than the other? */
  readonly isOlder: (one: MapObject, other: MapObject) => boolean;
}

/** Puts what repairs a finding on the stage, by how the objects are there now; or answers why it does not. */
export type Repair = (finding: Finding, stage: Staged, options: RepairOptions) => RepairFault | undefined;
