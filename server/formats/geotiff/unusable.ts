import { Unusable } from '../../base/unusable.ts';

/** A file that no terrain can be made from: `key` names a sentence under `terrain.refused`. */
export class UnusableDem extends Unusable {}
