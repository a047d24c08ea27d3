import { observer } from 'mobx-react-lite';
import { useService } from '#core/react';
import { QGIS_DIALOG } from '../model/qgis-dialog.ts';
import OpenInQgis from './OpenInQgis.tsx';

/** The dialog for the open project. */
export default observer(function WorkspaceDialog() {
  const dialog = useService(QGIS_DIALOG);
  return dialog.project && <OpenInQgis project={dialog.project} onClose={() => dialog.close()} />;
});
