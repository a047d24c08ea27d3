import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { API, LIVE } from '#core/api';
import {
  Icon,
  IconButton,
  Popover,
  onDemand,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import { Inbox } from '../model/inbox.ts';
import './notifications.css';

const InboxList = onDemand(() => import('./InboxList.tsx'));

/** Larger counts are shown as "99+". */
const MAX_COUNT = 99;

/** The number of unread messages; a click lists the newest. Each organization has its own messages. */
export function Bell() {
  const session = useService(SESSION);
  const organization = useObservable(session.me$, session.me)?.organizationId;
  return <OrganizationBell key={organization} />;
}

const OrganizationBell = observer(function OrganizationBell() {
  const t = useTranslate('notifications');
  const i18n = useI18n();
  const api = useService(API);
  const live = useService(LIVE);
  const toasts = useService(TOASTS);
  const [inbox] = useState(() => new Inbox(api));
  const [open, setOpen] = useState(false);
  useEffect(
    () =>
      inbox.follow(live, (subject, kind) =>
        toasts.show('info', i18n.t(`notifications:new.${kind}`, { subject })),
      ),
    [inbox, live, toasts, i18n],
  );

  const { unread } = inbox;
  return (
    <Popover
      label={t('title')}
      placement="bottom end"
      className="notes"
      isOpen={open}
      onOpenChange={(opens) => {
        setOpen(opens);
        if (opens) void inbox.load();
      }}
      trigger={
        <IconButton
          label={unread > 0 ? t('bell', { count: unread }) : t('title')}
          icon={
            <span className="notes-bell">
              <Icon name="bell" />
              {unread > 0 && (
                <span className="notes-count g-figures" aria-hidden="true">
                  {unread > MAX_COUNT ? `${MAX_COUNT}+` : unread}
                </span>
              )}
            </span>
          }
        />
      }
    >
      {(close) => <InboxList inbox={inbox} onClose={close} onLoadError={close} />}
    </Popover>
  );
});
