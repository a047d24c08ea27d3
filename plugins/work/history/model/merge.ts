import type { Conflict } from '#core/autosave';
import { isEqualJson, type MapObject } from '#core/document';
import { carry, differences, read, type Aspect, type Difference } from './differences.ts';

export type Side = 'mine' | 'theirs';
export type Choices = ReadonlyMap<Aspect, Side>;

/** Where mine and theirs differ; nothing where one of them is deleted: then it is all or nothing. */
export function clashes({ local, remote }: Conflict): Difference[] {
  return local && remote ? differences(local, remote) : [];
}

/**
 * What is proposed: of what only one side has changed, that side's; of what both have changed, mine, for the person to
 * look at.
 */
export function proposed(conflict: Conflict): Choices {
  return new Map(clashes(conflict).map(({ aspect }) => [aspect, proposal(conflict, aspect)]));
}

/** Has the person to decide, since both changed it (or nobody knows what it was)? */
export function isDisputed({ base, local, remote }: Conflict, aspect: Aspect): boolean {
  if (!base || !local || !remote) return true;
  const was = read(base, aspect);
  return !isEqualJson(was, read(local, aspect)) && !isEqualJson(was, read(remote, aspect));
}

function proposal(conflict: Conflict, aspect: Aspect): Side {
  const { base, local } = conflict;
  if (isDisputed(conflict, aspect)) return 'mine';
  return isEqualJson(read(base!, aspect), read(local!, aspect)) ? 'theirs' : 'mine';
}

/** Their object with everything chosen of mine: so that what the table does not show stays theirs. */
export function merged(conflict: Conflict, choices: Choices): MapObject | undefined {
  const { local, remote } = conflict;
  if (!local || !remote) return undefined;
  return clashes(conflict).reduce(
    (object, { aspect }) => (choices.get(aspect) === 'mine' ? carry(object, local, aspect) : object),
    remote,
  );
}
