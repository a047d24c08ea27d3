import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { TOPIC_STATES, type BimTopic } from '#core/protocol';
import { Button, ComboBox, DateField, Form, TextArea, TextField, useTranslate } from '#core/react';
import { statusOptions } from '../model/states.ts';
import type { TopicFields } from '../model/topic-desk.ts';

interface TopicFormProps {
  topic?: BimTopic;
  action: string;
  note?: string;
  onSave: (fields: TopicFields & { title: string }) => Promise<void>;
  onCancel: () => void;
}

/** The fields of a topic. */
export function TopicForm({ topic, action, note, onSave, onCancel }: TopicFormProps) {
  const t = useTranslate('bim-topics');
  const [title, setTitle] = useState(topic?.title ?? '');
  const [description, setDescription] = useState(topic?.description ?? '');
  const [status, setStatus] = useState(topic?.status ?? TOPIC_STATES[0]);
  const [type, setType] = useState(topic?.type ?? '');
  const [priority, setPriority] = useState(topic?.priority ?? '');
  const [assignedTo, setAssignedTo] = useState(topic?.assignedTo ?? '');
  const [labels, setLabels] = useState(topic?.labels.join(', ') ?? '');
  const [dueAt, setDueAt] = useState<string | null>(topic?.dueAt ?? null);
  const [error, setError] = useState<string>();
  const save = async () => {
    setError(undefined);
    try {
      await onSave({
        title: title.trim(),
        description,
        status,
        type,
        priority,
        assignedTo,
        labels: labels
          .split(',')
          .map((one) => one.trim())
          .filter((one) => one !== ''),
        dueAt,
      });
    } catch (failure) {
      setError(sentenceOf(failure));
    }
  };
  return (
    <Form className="btp-form" onSubmit={save}>
      <TextField
        label={t('field.title')}
        value={title}
        onChange={setTitle}
        isRequired
        maxLength={300}
        autoFocus
      />
      <TextArea
        label={t('field.description')}
        value={description}
        onChange={setDescription}
        rows={4}
        maxLength={20_000}
      />
      <ComboBox
        label={t('field.status')}
        value={status}
        options={statusOptions(status, t)}
        onChange={(one) => one !== null && setStatus(one)}
      />
      <TextField label={t('field.type')} value={type} onChange={setType} maxLength={200} />
      <TextField label={t('field.priority')} value={priority} onChange={setPriority} maxLength={200} />
      <TextField
        label={t('field.assigned')}
        description={t('field.assigned.help')}
        value={assignedTo}
        onChange={setAssignedTo}
        maxLength={200}
      />
      <TextField
        label={t('field.labels')}
        description={t('field.labels.help')}
        value={labels}
        onChange={setLabels}
        maxLength={2000}
      />
      <DateField label={t('field.due')} value={dueAt} onChange={setDueAt} />
      {note !== undefined && <p className="g-muted">{note}</p>}
      {error !== undefined && (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
      <div className="btp-actions">
        <Button variant="primary" type="submit" isDisabled={title.trim() === ''}>
          {action}
        </Button>
        <Button onPress={onCancel}>{t('core:dialog.cancel')}</Button>
      </div>
    </Form>
  );
}
