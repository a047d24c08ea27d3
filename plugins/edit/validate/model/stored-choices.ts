import { StoredValue, type TextStorage } from '#core/browser';
import { asRecord } from '#core/kernel';
import { KINDS, type FindingKind } from './finding.ts';
import { CHECKS } from './checks/index.ts';

/** The settings of one check. */
export interface CheckSettings {
  readonly on: boolean;
  /** The tolerance; undefined for a check without one. */
  readonly metres: number | undefined;
}

/** The person's settings and ignored findings in a project, stored on this device. */
export interface StoredChoices {
  readonly checks: Readonly<Record<FindingKind, CheckSettings>>;
  /** Ids of ignored findings. */
  readonly ignored: readonly string[];
}

const DEFAULTS: StoredChoices = {
  checks: Object.fromEntries(
    KINDS.map((kind) => [kind, { on: true, metres: CHECKS[kind].metres }]),
  ) as unknown as StoredChoices['checks'],
  ignored: [],
};

/** Returns the person's stored settings and ignored findings in a project. */
export function storedChoices(
  storage: TextStorage | undefined,
  projectId: string,
): StoredValue<StoredChoices> {
  return new StoredValue<StoredChoices>({
    storage,
    key: `validate.${projectId}`,
    read: (stored) => {
      const { ignored, checks } = asRecord(stored);
      return {
        ignored: Array.isArray(ignored) ? (ignored as string[]) : [],
        checks: { ...DEFAULTS.checks, ...asRecord(checks) },
      };
    },
  });
}
