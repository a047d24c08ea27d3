import type { Conflict } from '#core/autosave';
import { isEqualJson, type MapObject } from '#core/document';
import { carry, differences, read, type Aspect, type Difference } from './differences.ts';

export type Side = 'mine' | 'theirs';
export type AspectChoices = ReadonlyMap<Aspect, Side>;

/** The differences of mine and theirs; none where one of them is deleted: then it is all or nothing. */
export function clashes({ local, remote }: Conflict): Difference[] {
  return local && remote ? differences(local, remote) : [];
}

/** Proposed choices: the side that changed an aspect; mine where both did, for the person to check. */
export function proposed(conflict: Conflict): AspectChoices {
  return new Map(clashes(conflict).map(({ aspect }) => [aspect, proposal(conflict, aspect)]));
}

/** Whether the person must decide, because both changed it (or the common ancestor is unknown). */
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

/** Their object with the choices of mine, so that anything the table does not show stays theirs. */
export function merged(conflict: Conflict, choices: AspectChoices): MapObject | undefined {
  const { local, remote } = conflict;
  if (!local || !remote) return undefined;
  return clashes(conflict).reduce(
    (object, { aspect }) => (choices.get(aspect) === 'mine' ? carry(object, local, aspect) : object),
    remote,
  );
}
