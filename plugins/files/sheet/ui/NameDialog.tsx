import { useState } from 'react';
import { Button, Dialog, Form, TextField, useTranslate } from '#core/react';

interface NameDialogProps {
  title: string;
  action: string;
  /** The name until then. */
  before: string;
  onClose: () => void;
  /** Resolves to whether the name was taken. */
  onName: (name: string) => Promise<boolean>;
}

/** Asks for the name of a template. It closes also when the name was refused: the reason is in the panel. */
export function NameDialog({ title, action, before, onClose, onName }: NameDialogProps) {
  const t = useTranslate('sheet');
  const [name, setName] = useState(before);
  const submit = async () => {
    if (name.trim() === '') return;
    await onName(name.trim());
    onClose();
  };
  return (
    <Dialog title={title} isOpen onClose={onClose} size="s">
      <Form onSubmit={() => void submit()}>
        <TextField
          label={t('template.name')}
          description={t('template.help')}
          value={name}
          maxLength={120}
          autoComplete="off"
          autoFocus
          onChange={setName}
        />
        <div className="sheet-actions">
          <Button type="submit" variant="primary" isDisabled={name.trim() === ''}>
            {action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
