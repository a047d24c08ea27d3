import type { ReactNode } from 'react';
import { useTranslate } from '#core/react';
import { Emblem } from './Emblem.tsx';
import { Looks } from './Looks.tsx';
import './LoginPage.css';

/** The frame of all pages before sign-in: the emblem, and the card with title, language and theme. */
export function DoorFrame({ children }: { children: ReactNode }) {
  const t = useTranslate('login');
  return (
    <main className="login">
      <Emblem />
      <section className="login-card" aria-labelledby="login-name">
        <header>
          <h1 id="login-name">Groma</h1>
          <p className="g-muted">{t('tagline')}</p>
        </header>
        {children}
      </section>
      <Looks />
    </main>
  );
}

/** The last error, shown until the next attempt. */
export function Failed({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className="login-failure" role="alert">
      {title && <strong>{title} </strong>}
      {children}
    </div>
  );
}
