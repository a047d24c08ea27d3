import { Unusable } from '../../base/unusable.ts';

/** A file that no terrain can be made of: `key` is that of a sentence under `terrain.refused`. */
export class UnusableDem extends Unusable {}
