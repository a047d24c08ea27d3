import { useTranslate } from '#core/react';
import type { SignInProviders } from '#core/protocol';
import { providerAddress } from '../model/ways.ts';
import { LinkButton } from './controls.tsx';

/** Sign-in providers other than e-mail and password. */
export function OtherWays({ ways }: { ways: SignInProviders | undefined }) {
  const t = useTranslate('login');
  if (!ways || ways.providers.length === 0) return null;
  return (
    <div className="login-form">
      <p className="login-or g-muted">{t('or')}</p>
      {ways.providers.map(({ id, title }) => (
        <LinkButton key={id} href={providerAddress(id)}>
          {t('signInWith', { title })}
        </LinkButton>
      ))}
    </div>
  );
}
