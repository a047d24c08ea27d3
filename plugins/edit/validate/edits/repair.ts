import type { FindingKind } from '../model/finding.ts';
import { repairDangle, repairDuplicate, repairGap, repairOverlap, repairSliver } from './between.ts';
import { repairCrossing, repairRepeated, repairStructure } from './outline.ts';
import type { Repair } from './repairs.ts';

/** The repair of each kind. Findings out of bounds are not repaired automatically. */
export const REPAIRS: Readonly<Record<FindingKind, Repair>> = {
  structure: repairStructure,
  crossing: repairCrossing,
  overlap: repairOverlap,
  duplicate: repairDuplicate,
  repeated: repairRepeated,
  gap: repairGap,
  sliver: repairSliver,
  dangle: repairDangle,
  bounds: () => 'hand',
};
