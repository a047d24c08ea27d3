import { useState } from 'react';
import { Button, Dialog, Form, TextField, useTranslate } from '#core/react';

/** Asks for another name of a surface. */
export function RenameDialog({
  before,
  onClose,
  onName,
}: {
  before: string;
  onClose: () => void;
  onName: (name: string) => Promise<void>;
}) {
  const t = useTranslate('surfaces');
  const [name, setName] = useState(before);
  const submit = async () => {
    if (name.trim() === '') return;
    await onName(name.trim());
    onClose();
  };
  return (
    <Dialog title={t('rename')} isOpen onClose={onClose} size="s">
      <Form onSubmit={() => void submit()}>
        <TextField
          label={t('new.name')}
          value={name}
          maxLength={120}
          autoComplete="off"
          autoFocus
          onChange={setName}
        />
        <div className="surfaces-actions">
          <Button type="submit" variant="primary" isDisabled={name.trim() === ''}>
            {t('rename')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
