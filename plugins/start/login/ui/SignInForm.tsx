import { useState, type FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { useTranslate } from '#core/react';
import type { Door, FrontDoor } from '../model/front-door.ts';
import { Button, Field } from './controls.tsx';

/** E-mail and password; while a link signs in, only a message. */
export function SignInForm({
  door,
  frontDoor,
  byLink,
  onToken,
}: {
  door: Door;
  frontDoor: FrontDoor;
  byLink: boolean;
  /** Called with the login token of the external sign-on service, which accepts the same e-mail and password. */
  onToken: ((token: string) => void) | undefined;
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
      {onToken && (
        <Button
          aria-disabled={door.working}
          onClick={({ currentTarget }) => {
            if (!currentTarget.form?.reportValidity()) return;
            void frontDoor.signOn(email, password).then((token) => token !== undefined && onToken(token));
          }}
        >
          {t('signOn')}
        </Button>
      )}
      <Link to="/password-recovery" className="login-link">
        {t('forgotten')}
      </Link>
    </form>
  );
}
