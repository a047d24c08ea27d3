import { useId, type ReactNode } from 'react';
import { Button, Dialog, Form, useTranslate } from '#core/react';

interface FormDialogProps {
  title: string;
  action: string;
  /** The dialog shows what it throws, and closes when it resolves. */
  onSave: () => Promise<void>;
  onClose: () => void;
  /** Whether it cannot be sent yet. */
  isIncomplete?: boolean;
  children: ReactNode;
}

export function FormDialog({ title, action, onSave, onClose, isIncomplete, children }: FormDialogProps) {
  const t = useTranslate('external-layers');
  const form = useId();
  return (
    <Dialog
      isOpen
      keepOpen
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={form} isDisabled={isIncomplete ?? false}>
            {action}
          </Button>
        </>
      }
    >
      <Form
        id={form}
        onSubmit={async () => {
          await onSave();
          onClose();
        }}
      >
        {children}
      </Form>
    </Dialog>
  );
}
