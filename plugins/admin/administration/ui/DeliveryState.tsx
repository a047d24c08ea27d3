import type { WebhookDelivery } from '#core/protocol';
import { Badge, useTranslate } from '#core/react';

const KINDS = { delivered: 'success', failed: 'danger', waiting: 'warning' } as const;

/** Whether a delivery has arrived, and what the server has answered. */
export function DeliveryState({ delivery: { state, status } }: { delivery: WebhookDelivery }) {
  const t = useTranslate('administration');
  return (
    <>
      <Badge kind={KINDS[state]}>{t(`webhooks.state.${state}`)}</Badge>
      {status !== null && <span className="g-muted g-figures">{status}</span>}
    </>
  );
}
