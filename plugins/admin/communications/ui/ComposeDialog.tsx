import { useId, useState } from 'react';
import { API, projectOptions } from '#core/api';
import { AppError } from '#core/kernel';
import type { Audience } from '#core/protocol';
import {
  Button,
  Checkbox,
  ComboBox,
  Dialog,
  Form,
  Icon,
  PickMany,
  TextArea,
  TextField,
  useI18n,
  useService,
  useTranslate,
  type Option,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import type { MessageLists } from '../model/mail.ts';

const ICONS = { user: 'user', group: 'users', role: 'shield', organization: 'building' } as const;

interface ComposeDialogProps {
  mail: MessageLists;
  onSent: () => void;
  onClose: () => void;
}

/** Writes a message to people, groups, roles or everybody. */
export function ComposeDialog({ mail, onSent, onClose }: ComposeDialogProps) {
  const t = useTranslate('communications');
  const i18n = useI18n();
  const api = useService(API);
  const toasts = useService(TOASTS);
  const form = useId();
  const [to, setTo] = useState<readonly Option[]>([]);
  const [subject, setSubject] = useState('');
  const [text, setText] = useState('');
  const [projectId, setProject] = useState<string | null>(null);
  const [inApp, setInApp] = useState(true);
  const [byMail, setByMail] = useState(false);

  const find = async (words: string, signal: AbortSignal) =>
    (await mail.find(words, signal)).map(({ kind, id, name, count }) => ({
      value: `${kind} ${id}`,
      title: name,
      detail: kind === 'user' ? t('kind.user') : t(`kind.${kind}`, { count }),
      icon: <Icon name={ICONS[kind]} />,
    }));
  const send = async () => {
    if (to.length === 0) throw new AppError('nobody', t('to.missing'));
    if (!inApp && !byMail) throw new AppError('no-way', t('by.missing'));
    const { recipientCount } = await mail.send({
      to: to.map(audienceOf),
      subject,
      text,
      channels: [...(inApp ? (['app'] as const) : []), ...(byMail ? (['mail'] as const) : [])],
      ...(projectId !== null && { projectId }),
    });
    toasts.show('success', i18n.t('communications:sent.toast', { count: recipientCount }));
    onSent();
    onClose();
  };
  return (
    <Dialog
      isOpen
      keepOpen
      title={t('write')}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('core:dialog.cancel')}</Button>
          <Button variant="primary" type="submit" form={form} icon={<Icon name="message" />}>
            {t('send')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={send}>
        <PickMany label={t('to')} placeholder={t('to.find')} find={find} chosen={to} onChange={setTo} />
        <TextField
          label={t('subject')}
          name="subject"
          value={subject}
          onChange={setSubject}
          isRequired
          maxLength={200}
        />
        <TextArea
          label={t('text')}
          name="text"
          rows={8}
          value={text}
          onChange={setText}
          isRequired
          maxLength={10_000}
        />
        <ComboBox
          label={t('project')}
          description={t('project.help')}
          placeholder={t('project.find')}
          find={(words, signal) => projectOptions(api, words, signal)}
          value={projectId}
          onChange={setProject}
        />
        <fieldset className="comms-by">
          <legend>{t('by')}</legend>
          <Checkbox isSelected={inApp} onChange={setInApp}>
            {t('by.app')}
          </Checkbox>
          <Checkbox isSelected={byMail} onChange={setByMail}>
            {t('by.mail')}
          </Checkbox>
        </fieldset>
      </Form>
    </Dialog>
  );
}

function audienceOf({ value, title }: Option): Audience {
  const [kind, id] = value.split(' ') as [Audience['kind'], string];
  return { kind, id, name: title };
}
