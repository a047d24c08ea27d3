import { useState, type FormEvent } from 'react';
import { useTranslate } from '#core/react';
import type { Door, FrontDoor } from '../model/front-door.ts';
import { Button, Field } from './controls.tsx';

/** E-mail and password; while a link signs in, only the word that it does. */
export function SignInForm({
  door,
  frontDoor,
  byLink,
}: {
  door: Door;
  frontDoor: FrontDoor;
  byLink: boolean;
}) {
  const t = useTranslate('login');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  if (byLink) return <p role="status">{t('byLink')}</p>;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void frontDoor.signIn(email, password);
  };
  return (
    <form onSubmit={submit} className="login-form">
      <Field
        label={t('email')}
        type="email"
        name="email"
        autoComplete="username"
        required
        autoFocus
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Field
        label={t('password')}
        type="password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary" aria-disabled={door.working} aria-busy={door.working}>
        {door.working ? t('signingIn') : t('signIn')}
      </Button>
    </form>
  );
}
