import { Unusable } from '../base/unusable.ts';

/** An export that cannot be written; the reason is a key of locales/<language>/server.json. */
export class WriteFailure extends Unusable {}
