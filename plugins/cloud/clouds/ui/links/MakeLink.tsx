import { useState } from 'react';
import { Button, Form, Select, TextField, useTranslate } from '#core/react';

const DAYS = ['1', '7', '30', '90', '366'];

/** Makes a link: for whom, and for how long. */
export function MakeLink({ onMake }: { onMake: (name: string, days: number) => Promise<void> }) {
  const t = useTranslate('clouds');
  const [name, setName] = useState('');
  const [days, setDays] = useState('30');
  const make = async (): Promise<void> => {
    await onMake(name.trim(), Number(days));
    setName('');
  };
  return (
    <Form onSubmit={make}>
      {({ pending }) => (
        <>
          <TextField
            label={t('links.name')}
            description={t('links.name.help')}
            name="name"
            maxLength={120}
            isRequired
            value={name}
            onChange={setName}
          />
          <Select
            label={t('links.lasts')}
            value={days}
            onChange={setDays}
            options={DAYS.map((value) => ({ value, title: t(`links.days.${value}`) }))}
          />
          <div>
            <Button type="submit" variant="primary" isPending={pending}>
              {t('links.make')}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}
