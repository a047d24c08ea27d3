import { EMPTY } from 'rxjs';
import type { Ground } from '../api.ts';

/** The ellipsoid: no terrain, so no heights. */
export const BARE_GROUND: Ground = {
  describe: () => undefined,
  heightsAt: (places) => Promise.resolve(places.map(() => undefined)),
  nearAt: () => undefined,
  changes$: EMPTY,
};
