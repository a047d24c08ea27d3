import { observer } from 'mobx-react-lite';
import { Button, Dialog, useService, useTranslate } from '#core/react';
import { MODIFY_OBJECTS } from '../model/modify-objects.ts';
import AttributesPanel from './AttributesPanel.tsx';

/** The attributes of the selected objects in a dialog: each value applies as in the panel, as a step of the history. */
export default observer(function ModifyDialog() {
  const t = useTranslate('attributes');
  const dialog = useService(MODIFY_OBJECTS);
  return (
    <Dialog
      isOpen
      title={t('modify.title')}
      onClose={() => dialog.close()}
      footer={
        <Button variant="primary" onPress={() => dialog.close()}>
          {t('modify.done')}
        </Button>
      }
    >
      <AttributesPanel />
    </Dialog>
  );
});
