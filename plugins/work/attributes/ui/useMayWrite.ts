import type { LayerState } from '#core/mapview';
import { grants } from '#core/protocol';
import { useObservable, useService, useServices } from '#core/react';
import { SESSION } from '#core/session';
import { LAYERS } from '#plugins/work/layers/api';

const NO_LAYERS: readonly LayerState[] = [];

/** Returns whether the person may change objects of all these types: by role and by layer locks. */
export function useMayWrite(typeNames: ReadonlySet<string>): boolean {
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const container = useServices();
  const layers = container.isBound(LAYERS) ? container.get(LAYERS) : undefined;
  const states = useObservable(layers?.states$, NO_LAYERS);
  const mayWrite = me !== undefined && grants(me.authorizations, 'geometries.write');
  return mayWrite && !states.some(({ typeName, locked }) => locked && typeNames.has(typeName));
}
