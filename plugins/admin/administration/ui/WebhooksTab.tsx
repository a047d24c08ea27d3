import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import type { Webhook } from '#core/protocol';
import { Badge, Button, Dialog, EmptyState, ErrorPanel, Skeleton, Table, useTranslate } from '#core/react';
import type { Webhooks } from '../model/webhooks.ts';
import { DeliveryState } from './DeliveryState.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';
import { NewWebhookDialog } from './WebhookFields.tsx';

/** The addresses to which events are sent, and what was delivered to them. */
export const WebhooksTab = observer(function WebhooksTab({ webhooks }: { webhooks: Webhooks }) {
  const t = useTranslate('administration');
  const [open, setOpen] = useState<string>();
  const [secret, setSecret] = useState<string>();
  const { list } = webhooks;
  useEffect(() => void list.reload(), [list]);
  if (list.state === 'failed') return <ErrorPanel error={list.error} onRetry={() => void list.reload()} />;
  if (list.state === 'loading' && list.rows.length === 0 && open === undefined) return <Skeleton lines={8} />;
  const opened = list.rows.find(({ id }) => id === open);
  return (
    <>
      <div className="adm-bar">
        <p className="g-muted">{t('webhooks.what')}</p>
        <Button variant="primary" icon={<Plus aria-hidden="true" />} onPress={() => setOpen('new')}>
          {t('webhooks.new')}
        </Button>
      </div>
      <Table<Webhook>
        label={t('tab.webhooks')}
        rows={list.rows}
        rowId={({ id }) => id}
        rowText={({ address }) => address}
        onOpen={({ id }) => setOpen(id)}
        empty={
          <EmptyState icon={<WebhookIcon />} title={t('webhooks.none')}>
            {t('webhooks.none-text')}
          </EmptyState>
        }
        columns={[
          { id: 'address', title: t('webhooks.address'), cell: ({ address }) => address },
          {
            id: 'events',
            title: t('webhooks.events'),
            secondary: true,
            cell: ({ events }) => events.map((event) => t(`webhooks.event.${event}`)).join(', '),
          },
          {
            id: 'last',
            title: t('webhooks.last'),
            cell: ({ enabled, last }) => (
              <span className="adm-badges">
                {!enabled && <Badge>{t('webhooks.off')}</Badge>}
                {last ? <DeliveryState delivery={last} /> : t('webhooks.never')}
              </span>
            ),
          },
        ]}
      />
      {open === 'new' && (
        <NewWebhookDialog
          webhooks={webhooks}
          onMade={(made) => {
            setOpen(undefined);
            setSecret(made);
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {opened && (
        <WebhookDialog
          webhook={opened}
          webhooks={webhooks}
          onSecret={(made) => {
            setOpen(undefined);
            setSecret(made);
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {secret !== undefined && (
        <Dialog isOpen keepOpen size="s" title={t('webhooks.secret')} onClose={() => setSecret(undefined)}>
          <code className="adm-key">{secret}</code>
          <p>{t('webhooks.secret-once')}</p>
        </Dialog>
      )}
    </>
  );
});
