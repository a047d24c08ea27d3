import { useTranslate } from '#core/react';
import type { Door, FrontDoor } from '../model/front-door.ts';
import { Button } from './controls.tsx';

/** Which organization to work in, for people who belong to several. */
export function ChooseOrganization({ door, frontDoor }: { door: Door; frontDoor: FrontDoor }) {
  const t = useTranslate('login');
  return (
    <div className="login-form">
      <h2>{t('organization.title')}</h2>
      <p className="g-muted">{t('organization.help')}</p>
      <ul className="login-organizations">
        {door.organizations.map((name) => (
          <li key={name}>
            <Button disabled={door.working} onClick={() => void frontDoor.choose(name)}>
              {name}
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="quiet" onClick={() => void frontDoor.back()}>
        {t('organization.back')}
      </Button>
    </div>
  );
}
