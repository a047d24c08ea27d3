import { useId, type ReactNode } from 'react';
import { Button, Dialog, Form, useTranslate, type DialogProps } from '#core/react';

interface FormDialogProps {
  title: string;
  size?: DialogProps['size'];
  /** Undefined where the content has its own buttons. */
  action: string | undefined;
  /** The dialog shows what it throws, and closes when it resolves to anything but false. */
  onSave: () => Promise<boolean | void>;
  onClose: () => void;
  /** Whether it cannot be sent yet. */
  isIncomplete?: boolean;
  children: ReactNode;
}

export function FormDialog({
  title,
  size,
  action,
  onSave,
  onClose,
  isIncomplete,
  children,
}: FormDialogProps) {
  const t = useTranslate('external-layers');
  const form = useId();
  return (
    <Dialog
      isOpen
      keepOpen
      title={title}
      {...(size ? { size } : {})}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          {action !== undefined && (
            <Button variant="primary" type="submit" form={form} isDisabled={isIncomplete ?? false}>
              {action}
            </Button>
          )}
        </>
      }
    >
      <Form
        id={form}
        onSubmit={async () => {
          if ((await onSave()) !== false) onClose();
        }}
      >
        {children}
      </Form>
    </Dialog>
  );
}
