import type { FindingKind } from '../finding.ts';
import type { GeometryCheck } from '../scene.ts';
import { bounds } from './bounds.ts';
import { crossing } from './crossing.ts';
import { dangle } from './dangle.ts';
import { duplicate } from './duplicate.ts';
import { gap } from './gap.ts';
import { overlap } from './overlap.ts';
import { repeated } from './repeated.ts';
import { sliver } from './sliver.ts';
import { structure } from './structure.ts';

/** Each check with its default tolerance in metres; none if it needs none. */
export const CHECKS: Readonly<
  Record<FindingKind, { readonly check: GeometryCheck; readonly metres?: number }>
> = {
  structure: { check: structure },
  crossing: { check: crossing },
  overlap: { check: overlap, metres: 0.001 },
  duplicate: { check: duplicate, metres: 0.001 },
  repeated: { check: repeated, metres: 0.001 },
  gap: { check: gap, metres: 1 },
  sliver: { check: sliver, metres: 0.5 },
  dangle: { check: dangle, metres: 0.5 },
  bounds: { check: bounds },
};
