import type { Finding, FindingKind } from './finding.ts';
import { KINDS } from './finding.ts';
import type { CheckSettings } from './stored-choices.ts';
import { CHECKS } from './checks/index.ts';
import type { ValidationScene } from './scene.ts';

/** One step of the validation: its progress from 0 to 1, and the finding, if any. */
export interface ValidationStep {
  readonly share: number;
  readonly found: Finding | undefined;
}

/** Runs the checks that are switched on, object by object; the most severe kind first. */
export function* look(
  scene: ValidationScene,
  chosen: Readonly<Record<FindingKind, CheckSettings>>,
): Generator<ValidationStep> {
  const kinds = KINDS.filter((kind) => chosen[kind].on);
  const count = Math.max(1, scene.objects.length);
  for (const [i, kind] of kinds.entries()) {
    let done = 0;
    for (const found of CHECKS[kind].check(scene, chosen[kind].metres ?? 0)) {
      // A check may go over the objects more than once: its progress stays at the maximum then.
      if (!found) done = Math.min(count, done + 1);
      yield { share: (i + done / count) / kinds.length, found };
    }
  }
}
