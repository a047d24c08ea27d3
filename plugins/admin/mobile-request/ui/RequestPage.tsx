import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LanguageSwitch, useTranslate } from '#core/react';
import { RequestForm } from './RequestForm.tsx';
import './mobile-request.css';

/** `/mobile-request`: requests access. */
export function RequestPage() {
  const t = useTranslate('mobile-request');
  const [address] = useSearchParams();
  const [requestedBy, setRequestedBy] = useState<string>();
  return (
    <main className="ask">
      <header className="ask-head">
        <strong>Groma</strong>
        <LanguageSwitch label={t('language')} />
      </header>
      {requestedBy === undefined ? (
        <section className="ask-card">
          <h1>{t('title')}</h1>
          <p className="g-muted">{t('intro')}</p>
          <RequestForm wish={address.get('for') ?? ''} onRequested={setRequestedBy} />
        </section>
      ) : (
        <section className="ask-card" role="status">
          <h1>{t('done')}</h1>
          <p>{t('done.text', { email: requestedBy })}</p>
        </section>
      )}
      <p>
        <a href="/login">{t('sign-in')}</a>
      </p>
    </main>
  );
}
