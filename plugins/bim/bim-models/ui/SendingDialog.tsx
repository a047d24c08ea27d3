import { observer } from 'mobx-react-lite';
import { Button, Dialog, Link, useService, useTranslate } from '#core/react';
import { MODEL_DESK } from '../model/model-desk.ts';
import { ModelRow } from './ModelRow.tsx';
import { SendingRow } from './SendingRow.tsx';
import './models.css';

/** What was dropped on the workspace: how far it is sent and converted. It goes on when the dialog is closed. */
export default observer(function SendingDialog() {
  const t = useTranslate('bim-models');
  const desk = useService(MODEL_DESK);
  const { files, models, projectId } = desk;
  const converting = models.filter(({ state }) => state === 'queued' || state === 'converting');
  return (
    <Dialog
      title={t('dialog')}
      isOpen
      onClose={() => desk.close()}
      footer={<Button onPress={() => desk.close()}>{t('close')}</Button>}
    >
      <ul className="models-list" aria-label={t('files')}>
        {files.map((file) => (
          <SendingRow key={file.sending.name} file={file} />
        ))}
        {converting.map((model) => (
          <ModelRow key={model.id} model={model} mayWrite isBesideMap={false} />
        ))}
      </ul>
      {files.length + converting.length === 0 && <p role="status">{t('dialog.done')}</p>}
      {projectId !== undefined && <Link href={`/draw/${projectId}/bim`}>{t('dialog.view')}</Link>}
    </Dialog>
  );
});
