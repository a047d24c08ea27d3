import { Unusable } from '../../base/unusable.ts';

/** An IFC file that cannot be used; the reason is a key `bim.<reason>` of locales/<language>/server.json. */
export class UnusableIfc extends Unusable {
  constructor(reason: string, values: Record<string, string | number> = {}) {
    super(`bim.${reason}`, values);
  }
}
