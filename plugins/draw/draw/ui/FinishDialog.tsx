import { observer } from 'mobx-react-lite';
import { onDemand, useService } from '#core/react';
import { FINISH_DRAW } from '../model/finish-draw.ts';

const FinishBox = onDemand(() => import('./FinishBox.tsx'));

/** Shown when a path is finished: the type and attributes of the new object, and a summary of what will be stored. */
export const FinishDialog = observer(function FinishDialog() {
  const finish = useService(FINISH_DRAW);
  const { drawn } = finish;
  if (!drawn) return null;
  return (
    <FinishBox key={drawn.vertices.join()} drawn={drawn} finish={finish} onLoadError={() => finish.drop()} />
  );
});
