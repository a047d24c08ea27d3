import { useState } from 'react';
import { API } from '#core/api';
import { requestAccess } from '#core/protocol';
import { Button, Form, TextArea, TextField, useService, useTranslate } from '#core/react';

interface RequestFormProps {
  /** The project or organization named by the link. */
  wish: string;
  onRequested: (email: string) => void;
}

export function RequestForm({ wish: given, onRequested }: RequestFormProps) {
  const t = useTranslate('mobile-request');
  const api = useService(API);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [wish, setWish] = useState(given.slice(0, 120));
  const [reason, setReason] = useState('');
  const ask = async () => {
    await api.call(requestAccess, { body: { name, email, wish, reason } });
    onRequested(email);
  };
  return (
    <Form onSubmit={ask}>
      {({ pending }) => (
        <>
          <TextField
            label={t('name')}
            name="name"
            value={name}
            onChange={setName}
            isRequired
            maxLength={120}
            autoComplete="name"
          />
          <TextField
            label={t('email')}
            name="email"
            type="email"
            value={email}
            onChange={setEmail}
            isRequired
            maxLength={254}
            autoComplete="email"
          />
          <TextField
            label={t('wish')}
            description={t('wish.help')}
            name="wish"
            value={wish}
            onChange={setWish}
            isRequired
            maxLength={120}
          />
          <TextArea
            label={t('reason')}
            description={t('reason.help')}
            name="reason"
            rows={4}
            value={reason}
            onChange={setReason}
            isRequired
            maxLength={2000}
          />
          <Button variant="primary" type="submit" isPending={pending}>
            {t('ask')}
          </Button>
        </>
      )}
    </Form>
  );
}
