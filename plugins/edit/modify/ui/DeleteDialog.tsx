import { observer } from 'mobx-react-lite';
import { onDemand, useService } from '#core/react';
import { DELETION } from '../model/deletion.ts';

const DeleteBox = onDemand(() => import('./DeleteBox.tsx'));

/** The dialogs that confirm deletion of one or many objects. */
export const DeleteDialog = observer(function DeleteDialog() {
  const deletion = useService(DELETION);
  const { request } = deletion;
  return request ? (
    <DeleteBox request={request} deletion={deletion} onLoadError={() => deletion.close()} />
  ) : null;
});
