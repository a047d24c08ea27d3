import type { ReactNode } from 'react';
import { useTranslate } from '#core/react';
import { Emblem } from './Emblem.tsx';
import { Looks } from './Looks.tsx';
import './LoginPage.css';

/** What all pages in front of the door share: the emblem, the card with its name, language and theme. */
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

/** What went wrong, kept until the next try. */
export function Failed({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="login-failure" role="alert">
      <strong>{title}</strong> {children}
    </div>
  );
}
