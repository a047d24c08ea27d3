import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { ServerList } from '#core/api';
import { MAX_WAITING_DELIVERIES, type Webhook, type WebhookDelivery } from '#core/protocol';
import {
  AlertDialog,
  Button,
  Dialog,
  ErrorPanel,
  Form,
  Switch,
  Table,
  useI18n,
  useTranslate,
} from '#core/react';
import type { Webhooks } from '../model/webhooks.ts';
import { DeliveryState } from './DeliveryState.tsx';
import { useAttempt } from './useAttempt.tsx';
import { WebhookFields } from './WebhookFields.tsx';

interface WebhookDialogProps {
  webhook: Webhook;
  webhooks: Webhooks;
  /** With a new secret, to be shown once. */
  onSecret: (secret: string) => void;
  onClose: () => void;
}

/** One webhook: where it goes, what was delivered, a test, and a new secret. */
export const WebhookDialog = observer(function WebhookDialog(props: WebhookDialogProps) {
  const { webhook, webhooks, onClose } = props;
  const t = useTranslate('administration');
  const [values, setValues] = useState({ address: webhook.address, events: webhook.events });
  const [asking, setAsking] = useState<'remove' | 'renew'>();
  const { attempt, problem } = useAttempt();
  const [deliveries] = useState(() => webhooks.deliveriesOf(webhook));
  useEffect(() => void deliveries.reload(), [deliveries]);
  const test = () => webhooks.test(webhook).then(() => deliveries.reload());
  return (
    <Dialog
      isOpen
      keepOpen
      title={webhook.address}
      onClose={onClose}
      footer={
        <>
          <Button variant="danger" onPress={() => setAsking('remove')}>
            {t('webhooks.remove')}
          </Button>
          <Button onPress={() => setAsking('renew')}>{t('webhooks.renew')}</Button>
          <Button isDisabled={!webhook.enabled} onPress={() => void attempt(test())}>
            {t('webhooks.test')}
          </Button>
        </>
      }
    >
      <div className="adm-plugin">
        {problem}
        <Switch
          isSelected={webhook.enabled}
          onChange={(enabled) => void attempt(webhooks.change(webhook, { enabled }))}
        >
          {t('webhooks.enabled')}
        </Switch>
        <Form onSubmit={() => webhooks.change(webhook, { ...values, events: [...values.events] })}>
          <WebhookFields
            values={values}
            onChange={(next) => setValues({ ...next, events: [...next.events] })}
          />
          <div>
            <Button type="submit">{t('webhooks.save')}</Button>
          </div>
        </Form>
        <Deliveries webhook={webhook} list={deliveries} />
      </div>
      <AlertDialog
        isOpen={asking !== undefined}
        title={t(asking === 'renew' ? 'webhooks.renew' : 'webhooks.remove')}
        action={t(asking === 'renew' ? 'webhooks.renew' : 'webhooks.remove')}
        onAction={() =>
          asking === 'renew'
            ? webhooks.renew(webhook).then(props.onSecret)
            : webhooks.remove(webhook).then(onClose)
        }
        onClose={() => setAsking(undefined)}
      >
        <p>{t(asking === 'renew' ? 'webhooks.renew-text' : 'webhooks.remove-text')}</p>
      </AlertDialog>
    </Dialog>
  );
});

interface DeliveriesProps {
  webhook: Webhook;
  list: ServerList<WebhookDelivery>;
}

const Deliveries = observer(function Deliveries({ webhook, list }: DeliveriesProps) {
  const t = useTranslate('administration');
  const i18n = useI18n();
  const { dropped, droppedAt } = webhook;
  const when = (at: string) => i18n.date(at, { dateStyle: 'short', timeStyle: 'medium' });
  return (
    <section className="adm-keys">
      <h3>{t('webhooks.deliveries')}</h3>
      <p className="g-muted">
        {t('webhooks.deliveries-help', { most: i18n.number(MAX_WAITING_DELIVERIES) })}
      </p>
      {droppedAt !== null && (
        <p role="status">
          {t('webhooks.dropped', { count: dropped, number: i18n.number(dropped), when: when(droppedAt) })}
        </p>
      )}
      {list.state === 'failed' && <ErrorPanel error={list.error} onRetry={() => void list.reload()} />}
      <Table<WebhookDelivery>
        label={t('webhooks.deliveries')}
        rows={list.rows}
        rowId={({ id }) => id}
        empty={list.state === 'ready' && <p className="g-muted">{t('webhooks.never')}</p>}
        columns={[
          {
            id: 'when',
            title: t('webhooks.when'),
            cell: ({ createdAt }) => when(createdAt),
          },
          { id: 'event', title: t('webhooks.event'), cell: ({ event }) => t(`webhooks.event.${event}`) },
          {
            id: 'state',
            title: t('webhooks.state'),
            cell: (delivery) => (
              <span className="adm-badges">
                <DeliveryState delivery={delivery} />
              </span>
            ),
          },
          { id: 'attempts', title: t('webhooks.attempts'), align: 'end', cell: ({ attempts }) => attempts },
          { id: 'answer', title: t('webhooks.answer'), cell: ({ error }) => error ?? '' },
        ]}
      />
      <div>
        <Button size="s" onPress={() => void list.reload()}>
          {t('webhooks.reload')}
        </Button>
      </div>
    </section>
  );
});
