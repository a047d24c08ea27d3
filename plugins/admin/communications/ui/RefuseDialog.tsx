import { useId, useState } from 'react';
import type { AccessRequest } from '#core/protocol';
import { Button, Checkbox, Dialog, Form, TextArea, useI18n, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import type { Requests } from '../model/requests.ts';

interface RefuseDialogProps {
  requests: Requests;
  request: AccessRequest;
  onClose: () => void;
}

/** Rejects an access request, with an optional message. */
export function RefuseDialog({ requests, request, onClose }: RefuseDialogProps) {
  const t = useTranslate('communications');
  const i18n = useI18n();
  const toasts = useService(TOASTS);
  const form = useId();
  const [answer, setAnswer] = useState('');
  const [notifies, setNotifies] = useState(true);
  const refuse = async () => {
    await requests.refuse(request, { answer: notifies ? answer : '', silent: !notifies });
    toasts.show('success', i18n.t('communications:refused', { name: request.name }));
    onClose();
  };
  return (
    <Dialog
      isOpen
      keepOpen
      size="s"
      title={t('refuse.title', { name: request.name })}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('core:dialog.cancel')}</Button>
          <Button variant="danger" type="submit" form={form}>
            {t('refuse')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={refuse}>
        <Checkbox isSelected={notifies} onChange={setNotifies} description={request.email}>
          {t('refuse.tell')}
        </Checkbox>
        {notifies && (
          <TextArea
            label={t('refuse.answer')}
            description={t('refuse.answer.help')}
            name="answer"
            value={answer}
            onChange={setAnswer}
            maxLength={2000}
          />
        )}
      </Form>
    </Dialog>
  );
}
