import { asRecord, StoredValue, type TextStorage } from '#core/kernel';
import { KINDS, type Kind } from './finding.ts';
import { CHECKS } from './checks/index.ts';

/** One check as the person set it. */
export interface Chosen {
  readonly on: boolean;
  /** Undefined of a check that goes by none. */
  readonly metres: number | undefined;
}

/** What a person has set and ignored in a project, on this device. */
export interface Kept {
  readonly checks: Readonly<Record<Kind, Chosen>>;
  /** Ids of findings that are as they should be. */
  readonly ignored: readonly string[];
}

export const AS_MADE: Kept = {
  checks: Object.fromEntries(
    KINDS.map((kind) => [kind, { on: true, metres: CHECKS[kind].metres }]),
  ) as unknown as Kept['checks'],
  ignored: [],
};

/** What the person with this id has set and ignored in a project. */
export function storedChoices(
  storage: TextStorage | undefined,
  projectId: string,
  userId: string,
): StoredValue<Kept> {
  return new StoredValue<Kept>({
    storage,
    key: `groma.validate.${userId}.${projectId}`,
    read: (stored) => {
      const { ignored, checks } = asRecord(stored);
      return {
        ignored: Array.isArray(ignored) ? (ignored as string[]) : [],
        checks: { ...AS_MADE.checks, ...asRecord(checks) },
      };
    },
  });
}
