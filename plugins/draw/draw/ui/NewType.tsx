import { useState } from 'react';
import { Button, Form, TextField, useTranslate } from '#core/react';

interface NewTypeProps {
  /** Creates the type and resolves to its name. Throws an error whose message is shown. */
  create: (name: string) => Promise<string>;
  created: (name: string) => void;
}

/** Creates an object type by name; its other properties can be set later. */
export function NewType({ create, created }: NewTypeProps) {
  const t = useTranslate('draw');
  const [name, setName] = useState('');
  return (
    <Form onSubmit={async () => created(await create(name.trim()))} className="draw-new-type">
      {({ pending }) => (
        <>
          <TextField
            label={t('type.name')}
            description={t('type.help')}
            name="name"
            value={name}
            onChange={setName}
            maxLength={120}
            isRequired
            autoFocus
          />
          <Button type="submit" isPending={pending} isDisabled={name.trim() === ''}>
            {t('type.create')}
          </Button>
        </>
      )}
    </Form>
  );
}
