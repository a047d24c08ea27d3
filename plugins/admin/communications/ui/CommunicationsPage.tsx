import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { API } from '#core/api';
import { grants } from '#core/protocol';
import { Button, Icon, Page, Tabs, useObservable, useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import { MessageLists } from '../model/mail.ts';
import { Requests } from '../model/requests.ts';
import { ComposeDialog } from './ComposeDialog.tsx';
import { ReceivedTab } from './ReceivedTab.tsx';
import { RequestsTab } from './RequestsTab.tsx';
import { SentTab } from './SentTab.tsx';
import './communications.css';

/** `/communications-management`: received and sent messages, and access requests, depending on the role. */
export function CommunicationsPage() {
  const t = useTranslate('communications');
  const api = useService(API);
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const [address, setAddress] = useSearchParams();
  const [mail] = useState(() => new MessageLists(api));
  const [requests] = useState(() => new Requests(api));
  const [writing, setWriting] = useState(false);
  const held = me?.authorizations ?? [];
  const writes = grants(held, 'notifications.write');

  const tabs = [
    { id: 'received', content: <ReceivedTab mail={mail} /> },
    ...(writes ? [{ id: 'sent', content: <SentTab mail={mail} onWrite={() => setWriting(true)} /> }] : []),
    ...(grants(held, 'admin.users')
      ? [
          {
            id: 'requests',
            content: <RequestsTab requests={requests} mayGiveProjects={grants(held, 'projects.write')} />,
          },
        ]
      : []),
  ].map((tab) => ({ ...tab, title: t(`tab.${tab.id}`) }));
  const requested = address.get('tab');
  const show = (tab: string) => setAddress({ tab }, { replace: true });
  return (
    <Page
      title={t('title')}
      className="comms"
      actions={
        writes && (
          <Button variant="primary" icon={<Icon name="edit" />} onPress={() => setWriting(true)}>
            {t('write')}
          </Button>
        )
      }
    >
      <Tabs
        label={t('title')}
        tabs={tabs}
        selected={tabs.some(({ id }) => id === requested) ? requested! : 'received'}
        onSelect={show}
      />
      {writing && <ComposeDialog mail={mail} onSent={() => show('sent')} onClose={() => setWriting(false)} />}
    </Page>
  );
}
