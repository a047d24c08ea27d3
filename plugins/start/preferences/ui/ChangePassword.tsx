import { useState } from 'react';
import { API } from '#core/api';
import { changePassword } from '#core/protocol';
import { Button, Form, TextField, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';

/** Minimum length of new passwords, as on the server (`core/protocol`). */
const SHORTEST = 10;

/** Changes the person's own password; sessions on other devices end. */
export function ChangePassword() {
  const t = useTranslate('preferences');
  const api = useService(API);
  const toasts = useService(TOASTS);
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const differs = again !== '' && again !== next;
  const send = async (): Promise<void> => {
    await api.call(changePassword, { body: { current, next } });
    setCurrent('');
    setNext('');
    setAgain('');
    toasts.show('success', t('password.changed'));
  };
  return (
    <section id="password" aria-labelledby="password-title">
      <h2 id="password-title">{t('password.title')}</h2>
      <Form onSubmit={send}>
        {({ pending }) => (
          <>
            <TextField
              label={t('password.current')}
              name="current"
              type="password"
              autoComplete="current-password"
              isRequired
              value={current}
              onChange={setCurrent}
            />
            <TextField
              label={t('password.next')}
              description={t('password.rule', { count: SHORTEST })}
              name="next"
              type="password"
              autoComplete="new-password"
              minLength={SHORTEST}
              isRequired
              value={next}
              onChange={setNext}
            />
            <TextField
              label={t('password.again')}
              type="password"
              autoComplete="new-password"
              isRequired
              value={again}
              onChange={setAgain}
              error={differs ? t('password.differs') : undefined}
            />
            <div>
              <Button type="submit" variant="primary" isPending={pending} isDisabled={differs}>
                {t('password.change')}
              </Button>
            </div>
          </>
        )}
      </Form>
    </section>
  );
}
