import { observer } from 'mobx-react-lite';
import { onDemand, useService } from '#core/react';
import { FINISH_DRAW } from '../model/finish-draw.ts';

const FinishBox = onDemand(() => import('./FinishBox.tsx'));

/** The finish-draw dialog, shown when a path is finished. */
export const FinishDialog = observer(function FinishDialog() {
  const finish = useService(FINISH_DRAW);
  const { drawn } = finish;
  if (!drawn) return null;
  return <FinishBox key={drawn.vertices.join()} drawn={drawn} finish={finish} onLost={() => finish.drop()} />;
});
