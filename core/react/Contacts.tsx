import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { listContacts, type AnswerOf } from '#core/protocol';
import { SESSION } from '#core/session';
import { useObservable } from './useObservable.ts';
import { useService } from './services.tsx';
import { useTranslate } from './useTranslate.ts';
import './Contacts.css';

interface ContactsProps {
  /** What they are asked for. Default: access. */
  about?: 'access' | 'layer-servers';
  /** With which an e-mail begins. Default: empty. */
  letter?: { subject: string; body: string };
}

/** Whom a person can ask; nothing when there is nobody, or it cannot be loaded. */
export function Contacts({ about = 'access', letter }: ContactsProps) {
  const t = useTranslate('core');
  const api = useService(API);
  const session = useService(SESSION);
  const id = useObservable(session.me$, session.me)?.organizationId;
  const [contacts, setContacts] = useState<AnswerOf<typeof listContacts>>([]);
  useEffect(() => {
    if (id === undefined) return;
    const reading = new AbortController();
    api.call(listContacts, { params: { id }, query: { about } }, { signal: reading.signal }).then(
      ({ data }) => setContacts(data),
      // The sentence above says what to do also without names.
      () => undefined,
    );
    return () => reading.abort();
  }, [api, id, about]);
  if (contacts.length === 0) return null;
  const begun = letter
    ? `?subject=${encodeURIComponent(letter.subject)}&body=${encodeURIComponent(letter.body)}`
    : '';
  return (
    <ul className="g-contacts" aria-label={t('contacts')}>
      {contacts.map(({ name, email }) => (
        <li key={email}>
          <span>{name}</span> <a href={`mailto:${email}${begun}`}>{email}</a>
        </li>
      ))}
    </ul>
  );
}
