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

export function readKept(storage: Storage, key: string): Kept {
  try {
    const kept = JSON.parse(storage.getItem(key) ?? '{}') as Partial<Kept>;
    return { ignored: kept.ignored ?? [], checks: { ...AS_MADE.checks, ...kept.checks } };
  } catch {
    return AS_MADE;
  }
}

/** A full or forbidden storage costs the memory of it only. */
export function writeKept(storage: Storage, key: string, kept: Kept): void {
  try {
    storage.setItem(key, JSON.stringify(kept));
  } catch {
    return;
  }
}

export function keyOf(projectId: string, userId: string): string {
  return `groma.validate.${userId}.${projectId}`;
}
