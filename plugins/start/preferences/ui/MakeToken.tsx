import { useState } from 'react';
import { Button, Form, Select, TextField, useTranslate } from '#core/react';

const DAYS = ['7', '30', '90', '366'];

interface MakeTokenProps {
  onMake: (name: string, days: number, readOnly: boolean) => Promise<void>;
}

/** Creates a token: its name, access and lifetime. */
export function MakeToken({ onMake }: MakeTokenProps) {
  const t = useTranslate('preferences');
  const [name, setName] = useState('');
  const [access, setAccess] = useState('read');
  const [days, setDays] = useState('90');
  const make = async (): Promise<void> => {
    await onMake(name, Number(days), access === 'read');
    setName('');
  };
  return (
    <Form onSubmit={make}>
      {({ pending }) => (
        <>
          <TextField
            label={t('tokens.name')}
            description={t('tokens.name.help')}
            name="name"
            maxLength={120}
            isRequired
            value={name}
            onChange={setName}
          />
          <Select
            label={t('tokens.access')}
            description={t('tokens.access.help')}
            value={access}
            onChange={setAccess}
            options={['read', 'write'].map((value) => ({ value, title: t(`tokens.access.${value}`) }))}
          />
          <Select
            label={t('tokens.lasts')}
            value={days}
            onChange={setDays}
            options={DAYS.map((value) => ({ value, title: t(`tokens.days.${value}`) }))}
          />
          <div>
            <Button type="submit" variant="primary" isPending={pending}>
              {t('tokens.make')}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}
