import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { API } from '#core/api';
import type { SignInProviders } from '#core/protocol';
import { useObservable, useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import { SETTINGS } from '#core/settings';
import { arrival, projectPath } from '../model/arrival.ts';
import { FrontDoor } from '../model/front-door.ts';
import { refusalOf } from '../model/ways.ts';
import { ChooseOrganization } from './ChooseOrganization.tsx';
import { Button } from './controls.tsx';
import { DoorFrame, Failed } from './DoorFrame.tsx';
import { OtherWays } from './OtherWays.tsx';
import { SignInForm } from './SignInForm.tsx';

/**
 * The login page: `/`, `/login`, `/auth` (the sign-on service's address without a token), and the links `/auth/{loginToken}` and `/auth/{loginToken}/{id}`, also used by
 * OpenID providers and the sign-on service.
 */
export function LoginPage() {
  const t = useTranslate('login');
  const session = useService(SESSION);
  const settings = useService(SETTINGS);
  const navigate = useNavigate();
  const { loginToken, id } = useParams();
  const { search } = useLocation();
  const api = useService(API);
  const frontDoor = useMemo(() => new FrontDoor(session, api), [session, api]);
  const door = useObservable(frontDoor.door$, frontDoor.door);
  const me = useObservable(session.me$, session.me);

  const [ways, setWays] = useState<SignInProviders>();
  useEffect(() => void frontDoor.ways().then(setWays), [frontDoor]);
  const refused = useMemo(() => refusalOf(search), [search]);
  const follow = (token: string) => void navigate(`/auth/${encodeURIComponent(token)}`);
  const titleOf = (id: string): string => ways?.providers.find((one) => one.id === id)?.title ?? id;

  useEffect(() => {
    if (loginToken !== undefined) void frontDoor.enterByLink(loginToken);
  }, [frontDoor, loginToken]);

  // A link takes precedence over an existing session; if it fails, the person decides.
  const byLink = loginToken !== undefined && (door.usedToken !== loginToken || door.working);
  const inside = me !== undefined && !door.working && !byLink && door.failure === undefined;
  const enter = useCallback(async () => {
    const to = session.takeRedirection();
    // On the first visit from this device, the start page is in the person's preferences at the server.
    if (to === undefined && id === undefined) await settings.ready();
    void navigate(id === undefined ? arrival(to, settings.get('defaultView')) : projectPath(id), {
      replace: true,
    });
  }, [id, navigate, session, settings]);
  useEffect(() => {
    if (inside) void enter();
  }, [inside, enter]);

  return (
    <DoorFrame>
      {door.failure && <Failed title={t(`failure.${door.failure.kind}`)}>{door.failure.sentence}</Failed>}
      {!door.failure && refused && (
        <Failed title={t('failure.refused')}>
          {t(`refused.${refused.reason}`, { title: titleOf(refused.by) })}
        </Failed>
      )}
      {!door.failure && !refused && session.ended && <Failed>{session.ended}</Failed>}
      {door.failure && me && <Button onClick={() => void enter()}>{t('continue', { name: me.name })}</Button>}
      {door.step === 'organization' ? (
        <ChooseOrganization door={door} frontDoor={frontDoor} />
      ) : (
        <>
          <SignInForm
            door={door}
            frontDoor={frontDoor}
            byLink={byLink}
            onToken={ways?.signOn ? follow : undefined}
          />
          {!byLink && <OtherWays ways={ways} />}
        </>
      )}
    </DoorFrame>
  );
}
