import type { MapObject } from '#core/document';
import type { Finding } from '../model/finding.ts';
import type { Staged } from '../model/staged.ts';

/**
 * Why a finding cannot be repaired; a text key after `fault.`. `hand`: cannot be repaired automatically; `gone`: no
 * longer exists; `empty`: nothing of an object would remain; `neighbour`: no neighbour to give the area to.
 */
export type RepairFault = 'hand' | 'gone' | 'empty' | 'neighbour' | 'locked' | 'delete';

export interface RepairOptions {
  /** The tolerance of the check. */
  readonly metres: number;
  /** The object that gets the area; default: the oldest, or the one with the longest common border. */
  readonly to?: string | undefined;
  /** Returns whether one object is older than the other. */
  readonly isOlder: (one: MapObject, other: MapObject) => boolean;
}

/** Stages the repair of a finding for the current objects, or returns why there is none. */
export type Repair = (finding: Finding, stage: Staged, options: RepairOptions) => RepairFault | undefined;
