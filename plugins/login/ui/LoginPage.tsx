import { useCallback, useEffect, useMemo } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useObservable, useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import { SETTINGS } from '#core/settings';
import { arrival, projectPath } from '../model/arrival.ts';
import { FrontDoor } from '../model/front-door.ts';
import { ChooseOrganization } from './ChooseOrganization.tsx';
import { Button } from './controls.tsx';
import { Emblem } from './Emblem.tsx';
import { Looks } from './Looks.tsx';
import { SignInForm } from './SignInForm.tsx';
import './LoginPage.css';

/** The front door: `/`, `/login`, and the links `/auth/{loginToken}` and `/auth/{loginToken}/{id}`. */
export function LoginPage() {
  const t = useTranslate('login');
  const session = useService(SESSION);
  const settings = useService(SETTINGS);
  const navigate = useNavigate();
  const { loginToken, id } = useParams();
  const frontDoor = useMemo(() => new FrontDoor(session), [session]);
  const door = useObservable(frontDoor.door$, frontDoor.door);
  const me = useObservable(session.me$, session.me);

  useEffect(() => {
    if (loginToken !== undefined) void frontDoor.enterByLink(loginToken);
  }, [frontDoor, loginToken]);

  // A link counts more than a session that is still there; when it fails the person decides.
  const byLink = loginToken !== undefined && (door.usedToken !== loginToken || door.working);
  const inside = me !== undefined && !door.working && !byLink && door.failure === undefined;
  const enter = useCallback(() => {
    const to = session.takeRedirection();
    void navigate(id === undefined ? arrival(to, settings.get('defaultView')) : projectPath(id), {
      replace: true,
    });
  }, [id, navigate, session, settings]);
  useEffect(() => {
    if (inside) enter();
  }, [inside, enter]);

  return (
    <main className="login">
      <Emblem />
      <section className="login-card" aria-labelledby="login-name">
        <header>
          <h1 id="login-name">Groma</h1>
          <p className="g-muted">{t('tagline')}</p>
        </header>
        {door.failure && (
          <div className="login-failure" role="alert">
            <strong>{t(`failure.${door.failure.kind}`)}</strong> {door.failure.sentence}
          </div>
        )}
        {door.failure && me && <Button onClick={enter}>{t('continue', { name: me.name })}</Button>}
        {door.step === 'organization' ? (
          <ChooseOrganization door={door} frontDoor={frontDoor} />
        ) : (
          <SignInForm door={door} frontDoor={frontDoor} byLink={byLink} />
        )}
      </section>
      <Looks />
    </main>
  );
}
