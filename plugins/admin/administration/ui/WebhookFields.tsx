import { useState } from 'react';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#core/protocol';
import { Checkbox, TextField, useTranslate } from '#core/react';
import type { Webhooks } from '../model/webhooks.ts';
import { FormDialog } from './FormDialog.tsx';

export interface WebhookValues {
  readonly address: string;
  readonly events: readonly WebhookEvent[];
}

interface WebhookFieldsProps {
  values: WebhookValues;
  onChange: (values: WebhookValues) => void;
}

/** The address, and the events that are sent to it. */
export function WebhookFields({ values, onChange }: WebhookFieldsProps) {
  const t = useTranslate('administration');
  const { address, events } = values;
  return (
    <>
      <TextField
        label={t('webhooks.address')}
        description={t('webhooks.address-help')}
        placeholder="https://example.org/groma"
        value={address}
        onChange={(next) => onChange({ ...values, address: next })}
        isRequired
        maxLength={2000}
      />
      <fieldset className="adm-fieldset">
        <legend>{t('webhooks.events')}</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox
            key={event}
            isSelected={events.includes(event)}
            onChange={(on) =>
              onChange({
                ...values,
                events: on ? [...events, event] : events.filter((each) => each !== event),
              })
            }
          >
            {t(`webhooks.event.${event}`)}
          </Checkbox>
        ))}
      </fieldset>
    </>
  );
}

interface NewWebhookDialogProps {
  webhooks: Webhooks;
  /** With the secret of the new one. */
  onMade: (secret: string) => void;
  onClose: () => void;
}

export function NewWebhookDialog({ webhooks, onMade, onClose }: NewWebhookDialogProps) {
  const t = useTranslate('administration');
  const [values, setValues] = useState<WebhookValues>({ address: '', events: ['geometries'] });
  const create = () => webhooks.create({ ...values, events: [...values.events] }).then(onMade);
  return (
    <FormDialog
      size="s"
      title={t('webhooks.new')}
      action={t('webhooks.create')}
      onSave={create}
      onClose={onClose}
    >
      <WebhookFields values={values} onChange={setValues} />
    </FormDialog>
  );
}
