import { observer } from 'mobx-react-lite';
import { onDemand, useService } from '#core/react';
import { COMPARISON } from '../model/comparison.ts';

const Compare = onDemand(() => import('./Compare.tsx'));

/** Loads what compares layers when a comparison begins. */
export const CompareOverlay = observer(function CompareOverlay() {
  return useService(COMPARISON).kind === undefined ? null : <Compare />;
});
