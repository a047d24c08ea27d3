import { observer } from 'mobx-react-lite';
import { onDemand, useService } from '#core/react';
import { DELETION } from '../model/deletion.ts';

const DeleteBox = onDemand(() => import('./DeleteBox.tsx'));

/** The dialogs that confirm deletion of one or many objects. */
export const DeleteDialog = observer(function DeleteDialog() {
  const deletion = useService(DELETION);
  const { doomed } = deletion;
  return doomed ? <DeleteBox doomed={doomed} deletion={deletion} onLost={() => deletion.spare()} /> : null;
});
