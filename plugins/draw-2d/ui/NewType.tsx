import { useState } from 'react';
import { Button, Form, TextField, useTranslate } from '#core/react';

interface NewTypeProps {
  /** Makes the type; resolves to its name. @throws with the sentence to show. */
  create: (name: string) => Promise<string>;
  created: (name: string) => void;
}

/** Makes an object type by its name alone; everything else can be given to it later. */
export function NewType({ create, created }: NewTypeProps) {
  const t = useTranslate('draw-2d');
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
