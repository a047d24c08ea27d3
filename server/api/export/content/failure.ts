import { Unusable } from '../../../base/unusable.ts';

/** An export that cannot be written, for a reason the person is told: a key of locales/<language>/server.json. */
export class WriteFailure extends Unusable {}
