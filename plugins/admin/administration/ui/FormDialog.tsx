import { useId, type ReactNode } from 'react';
import { AppError } from '#core/kernel';
import { Button, Dialog, Form, useTranslate } from '#core/react';

interface FormDialogProps {
  title: string;
  /** Label of the submit button. */
  action: string;
  size?: 's' | 'm';
  /** Called on submit. The dialog shows what it throws, and closes when it resolves. */
  onSave: () => Promise<void>;
  /** Shown when somebody else changed the record meanwhile. */
  overtaken?: string;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of every dialog on this page that creates or edits one record. */
export function FormDialog({
  title,
  action,
  size = 'm',
  onSave,
  overtaken,
  onClose,
  children,
}: FormDialogProps) {
  const t = useTranslate('administration');
  const form = useId();
  const save = async () => {
    try {
      await onSave();
    } catch (failure) {
      if (!(overtaken && failure instanceof AppError && failure.status === 412)) throw failure;
      throw new AppError('overtaken', overtaken, { cause: failure });
    }
    onClose();
  };
  return (
    <Dialog
      isOpen
      keepOpen
      size={size}
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={form}>
            {action}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={save}>
        {children}
      </Form>
    </Dialog>
  );
}
