import { useState, type FormEvent } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { API } from '#core/api';
import { SHORTEST_PASSWORD } from '#core/protocol';
import { useObservable, useService, useTranslate } from '#core/react';
import { Recovery } from '../model/recovery.ts';
import { Button, Field } from './controls.tsx';
import { DoorFrame, Failed } from './DoorFrame.tsx';

/** `/password-recovery`: requests the link; with the link's token after the #, asks for the new password. */
export default function RecoveryPage() {
  const token = useLocation().hash.slice(1);
  // A link opened in the same tab starts over.
  return <Recovering key={token} token={token} />;
}

function Recovering({ token }: { token: string }) {
  const t = useTranslate('login');
  const api = useService(API);
  const [recovery] = useState(() => new Recovery(api));
  const { failure } = useObservable(recovery.state$, recovery.state);
  return (
    <DoorFrame>
      {failure && <Failed title={t(`recovery.failure.${failure.kind}`)}>{failure.sentence}</Failed>}
      {token === '' ? <Ask recovery={recovery} /> : <Save recovery={recovery} token={token} />}
      <Link to="/login" className="login-link">
        {t('recovery.back')}
      </Link>
    </DoorFrame>
  );
}

function Ask({ recovery }: { recovery: Recovery }) {
  const t = useTranslate('login');
  const { working, done } = useObservable(recovery.state$, recovery.state);
  const [email, setEmail] = useState('');
  if (done)
    return (
      <div className="login-form" role="status">
        <h2>{t('recovery.sent.title')}</h2>
        <p>{t('recovery.sent.text', { email: email.trim() })}</p>
        <Button onClick={() => recovery.again()}>{t('recovery.sent.again')}</Button>
      </div>
    );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void recovery.ask(email);
  };
  return (
    <form onSubmit={submit} className="login-form">
      <h2>{t('recovery.title')}</h2>
      <p className="g-muted">{t('recovery.help')}</p>
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
      <Button type="submit" variant="primary" aria-disabled={working} aria-busy={working}>
        {t('recovery.send')}
      </Button>
    </form>
  );
}

function Save({ recovery, token }: { recovery: Recovery; token: string }) {
  const t = useTranslate('login');
  const { working, done, failure } = useObservable(recovery.state$, recovery.state);
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  if (done)
    return (
      <div className="login-form" role="status">
        <h2>{t('recovery.saved.title')}</h2>
        <p>{t('recovery.saved.text')}</p>
      </div>
    );
  const differs = again !== '' && again !== password;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!differs) void recovery.save(token, password);
  };
  return (
    <form onSubmit={submit} className="login-form">
      <h2>{t('recovery.new.title')}</h2>
      <Field
        label={t('recovery.new.password')}
        hint={t('recovery.new.rule', { count: SHORTEST_PASSWORD })}
        type="password"
        name="password"
        autoComplete="new-password"
        minLength={SHORTEST_PASSWORD}
        required
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Field
        label={t('recovery.new.again')}
        error={differs ? t('recovery.new.differs') : undefined}
        type="password"
        autoComplete="new-password"
        required
        value={again}
        onChange={(event) => setAgain(event.target.value)}
      />
      <Button type="submit" variant="primary" disabled={differs} aria-disabled={working} aria-busy={working}>
        {t('recovery.new.save')}
      </Button>
      {failure?.kind === 'refused' && (
        <Link to="/password-recovery" className="login-link">
          {t('recovery.new.other')}
        </Link>
      )}
    </form>
  );
}
