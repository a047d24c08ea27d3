import { observer } from 'mobx-react-lite';
import { Button, Dialog, ProgressBar, useService, useTranslate } from '#core/react';
import { SERVER_JOBS } from '../model/server-changes.ts';

/** The progress of a change that runs on the server. The workspace waits, so that nothing else changes meanwhile. */
export default observer(function ChangeDialog() {
  const t = useTranslate('selection');
  const jobs = useService(SERVER_JOBS);
  const { running } = jobs;
  if (!running) return null;
  const cancel = () => jobs.close();
  return (
    <Dialog
      isOpen
      keepOpen
      title={running.title}
      onClose={cancel}
      footer={
        <Button onPress={cancel} isDisabled={running.isCancelling || running.jobId === ''}>
          {t('core:dialog.cancel')}
        </Button>
      }
    >
      <ProgressBar
        label={t(running.isCancelling ? 'change.cancelling' : 'change.running')}
        value={running.progress > 0 ? running.progress : undefined}
      />
    </Dialog>
  );
});
