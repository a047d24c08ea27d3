import { Unusable } from '../../base/unusable.ts';

/** A point cloud that cannot be used; `reason` is a key below `pointcloud.` of locales/<language>/server.json. */
export class UnusableCloud extends Unusable {
  constructor(reason: string, values: Record<string, string | number> = {}) {
    super(`pointcloud.${reason}`, values);
  }
}
