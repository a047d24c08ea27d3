import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { sentenceOf } from '#core/kernel';
import type { Webhook, WebhookDelivery } from '#core/protocol';
import { AlertDialog, Button, Dialog, Form, Switch, Table, useI18n, useTranslate } from '#core/react';
import type { Webhooks } from '../model/webhooks.ts';
import { DeliveryState } from './DeliveryState.tsx';
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
  const { id } = webhook;
  const t = useTranslate('administration');
  const [values, setValues] = useState({ address: webhook.address, events: webhook.events });
  const [asking, setAsking] = useState<'remove' | 'renew'>();
  const [problem, setProblem] = useState<string>();
  const tell = (work: Promise<void>) => {
    setProblem(undefined);
    work.catch((failure: unknown) => setProblem(sentenceOf(failure)));
  };
  useEffect(() => {
    webhooks.loadDeliveries({ id }).catch((failure: unknown) => setProblem(sentenceOf(failure)));
  }, [webhooks, id]);
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
          <Button isDisabled={!webhook.enabled} onPress={() => tell(webhooks.test(webhook))}>
            {t('webhooks.test')}
          </Button>
        </>
      }
    >
      <div className="adm-plugin">
        {problem !== undefined && (
          <p className="g-error" role="alert">
            {problem}
          </p>
        )}
        <Switch
          isSelected={webhook.enabled}
          onChange={(enabled) => tell(webhooks.change(webhook, { enabled }))}
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
        <Deliveries list={webhooks.deliveries} onReload={() => tell(webhooks.loadDeliveries(webhook))} />
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

function Deliveries({ list, onReload }: { list: readonly WebhookDelivery[]; onReload: () => void }) {
  const t = useTranslate('administration');
  const i18n = useI18n();
  return (
    <section className="adm-keys">
      <h3>{t('webhooks.deliveries')}</h3>
      <p className="g-muted">{t('webhooks.deliveries-help')}</p>
      <Table<WebhookDelivery>
        label={t('webhooks.deliveries')}
        rows={list}
        rowId={({ id }) => id}
        empty={<p className="g-muted">{t('webhooks.never')}</p>}
        columns={[
          {
            id: 'when',
            title: t('webhooks.when'),
            cell: ({ createdAt }) => i18n.date(createdAt, { dateStyle: 'short', timeStyle: 'medium' }),
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
        <Button size="s" onPress={onReload}>
          {t('webhooks.reload')}
        </Button>
      </div>
    </section>
  );
}
