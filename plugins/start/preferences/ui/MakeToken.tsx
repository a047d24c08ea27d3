import { useState } from 'react';
import { Button, Form, Select, TextField, useTranslate } from '#core/react';

const DAYS = ['7', '30', '90', '366'];

/** Creates a token: its name and lifetime. */
export function MakeToken({ onMake }: { onMake: (name: string, days: number) => Promise<void> }) {
  const t = useTranslate('preferences');
  const [name, setName] = useState('');
  const [days, setDays] = useState('90');
  const make = async (): Promise<void> => {
    await onMake(name, Number(days));
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
