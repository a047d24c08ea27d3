import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { sentenceOf } from '#core/kernel';
import type { BimTopic, TopicComment } from '#core/protocol';
import {
  AlertDialog,
  Button,
  Checkbox,
  Form,
  Icon,
  IconButton,
  Select,
  TextArea,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { statusOptions } from '../model/states.ts';
import { TOPIC_DESK } from '../model/topic-desk.ts';
import { TOPIC_VIEWS } from '../model/topic-views.ts';
import { TopicForm } from './TopicForm.tsx';

interface TopicProps {
  topic: BimTopic;
  mayWrite: boolean;
}

/** One topic: what it says, its viewpoints, and what people say to it. */
export const TopicPage = observer(function TopicPage({ topic, mayWrite }: TopicProps) {
  const t = useTranslate('bim-topics');
  const desk = useService(TOPIC_DESK);
  const [isEditing, setEditing] = useState(false);
  if (isEditing)
    return (
      <TopicForm
        topic={topic}
        action={t('save')}
        onSave={async (fields) => {
          await desk.change(topic, fields);
          setEditing(false);
        }}
        onCancel={() => setEditing(false)}
      />
    );
  const shown = new Set(topic.comments.map(({ viewpointId }) => viewpointId));
  return (
    <div className="btp-panel">
      <Head topic={topic} mayWrite={mayWrite} onEdit={() => setEditing(true)} />
      <div className="btp-pictures">
        {topic.viewpoints
          .filter(({ id }) => !shown.has(id))
          .map(({ id }) => (
            <Viewpoint key={id} topic={topic} id={id} />
          ))}
      </div>
      <section className="btp-comments">
        <h4>{t('comments')}</h4>
        {topic.comments.length === 0 && <p className="g-muted">{t('comments.none')}</p>}
        <ul className="btp-list" aria-label={t('comments')}>
          {topic.comments.map((comment) => (
            <Comment key={comment.id} topic={topic} comment={comment} />
          ))}
        </ul>
        {mayWrite && <NewComment topic={topic} />}
      </section>
    </div>
  );
});

const Head = observer(function Head({ topic, mayWrite, onEdit }: TopicProps & { onEdit: () => void }) {
  const t = useTranslate('bim-topics');
  const i18n = useI18n();
  const desk = useService(TOPIC_DESK);
  const toasts = useService(TOASTS);
  const [isAsking, setAsking] = useState(false);
  const { title, description, status, author, createdAt, assignedTo, dueAt, priority, type, labels } = topic;
  const facts = [
    author,
    i18n.date(createdAt, { dateStyle: 'medium', timeStyle: 'short' }),
    ...[type, priority, assignedTo === '' ? '' : t('assigned', { name: assignedTo })],
    dueAt === null ? '' : t('due', { date: i18n.date(dueAt, { dateStyle: 'medium', timeZone: 'UTC' }) }),
    labels.join(', '),
  ].filter((one) => one !== '');
  return (
    <>
      <div className="btp-head">
        <IconButton
          size="s"
          label={t('back')}
          icon={<Icon name="chevron-left" />}
          onPress={() => desk.open(undefined)}
        />
        <h3>{title}</h3>
        {mayWrite && (
          <>
            <IconButton size="s" label={t('edit')} icon={<Icon name="edit" />} onPress={onEdit} />
            <IconButton
              size="s"
              label={t('delete')}
              icon={<Icon name="trash" />}
              onPress={() => setAsking(true)}
            />
          </>
        )}
      </div>
      <p className="g-muted">{facts.join(' · ')}</p>
      <Select
        label={t('field.status')}
        value={status}
        isDisabled={!mayWrite}
        options={statusOptions(status, t)}
        onChange={(one) =>
          void desk
            .change(topic, { status: one })
            .catch((failure: unknown) => toasts.show('error', sentenceOf(failure)))
        }
      />
      {description !== '' && <p className="btp-text">{description}</p>}
      {isAsking && (
        <AlertDialog
          title={t('delete.title', { title })}
          isOpen
          action={t('delete.action')}
          onAction={() => desk.remove(topic)}
          onClose={() => setAsking(false)}
        >
          {t('delete.text')}
        </AlertDialog>
      )}
    </>
  );
});

const Comment = observer(function Comment({ topic, comment }: { topic: BimTopic; comment: TopicComment }) {
  const t = useTranslate('bim-topics');
  const i18n = useI18n();
  const desk = useService(TOPIC_DESK);
  const toasts = useService(TOASTS);
  const { author, at, text, isMine, viewpointId } = comment;
  return (
    <li>
      <div className="btp-head">
        <small className="g-muted">
          {author} · {i18n.date(at, { dateStyle: 'medium', timeStyle: 'short' })}
        </small>
        {isMine && (
          <IconButton
            size="s"
            label={t('comment.delete')}
            icon={<Icon name="close" />}
            onPress={() =>
              void desk
                .uncomment(topic, comment)
                .catch((failure: unknown) => toasts.show('error', sentenceOf(failure)))
            }
          />
        )}
      </div>
      <p className="btp-text">{text}</p>
      {viewpointId !== null && <Viewpoint topic={topic} id={viewpointId} />}
    </li>
  );
});

function NewComment({ topic }: { topic: BimTopic }) {
  const t = useTranslate('bim-topics');
  const desk = useService(TOPIC_DESK);
  const toasts = useService(TOASTS);
  const [text, setText] = useState('');
  const [hasView, setHasView] = useState(false);
  const send = async () => {
    try {
      await desk.comment(topic, text.trim(), hasView);
      setText('');
      setHasView(false);
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    }
  };
  return (
    <Form className="btp-form" onSubmit={send}>
      <TextArea label={t('comment.new')} value={text} onChange={setText} rows={3} maxLength={20_000} />
      <Checkbox isSelected={hasView} onChange={setHasView}>
        {t('comment.view')}
      </Checkbox>
      <div className="btp-actions">
        <Button type="submit" variant="primary" isDisabled={text.trim() === ''}>
          {t('comment.send')}
        </Button>
      </div>
    </Form>
  );
}

/** A viewpoint, by its picture; pressed, the view shows it. */
const Viewpoint = observer(function Viewpoint({ topic, id }: { topic: BimTopic; id: string }) {
  const t = useTranslate('bim-topics');
  const views = useService(TOPIC_VIEWS);
  const toasts = useService(TOASTS);
  const address = usePicture(topic, id);
  const viewpoint = topic.viewpoints.find((one) => one.id === id)?.viewpoint ?? null;
  const modelId = topic.modelId ?? views.modelId;
  const show = async () => {
    if (viewpoint === null) return;
    try {
      const isShown = modelId !== undefined && (await views.show(modelId, viewpoint));
      if (!isShown) toasts.show('error', t('no-model'));
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    }
  };
  return (
    <button type="button" className="btp-picture" disabled={viewpoint === null} onClick={() => void show()}>
      {address !== undefined && <img src={address} alt={t('picture', { title: topic.title })} />}
      <span>{t(viewpoint === null ? 'viewpoint.none' : 'viewpoint.show')}</span>
    </button>
  );
});

function usePicture(topic: BimTopic, id: string): string | undefined {
  const desk = useService(TOPIC_DESK);
  const [address, setAddress] = useState<string>();
  const has = topic.viewpoints.some((one) => one.id === id && one.hasSnapshot);
  const topicId = topic.id;
  useEffect(() => {
    if (!has) return undefined;
    const controller = new AbortController();
    let made: string | undefined;
    desk.picture(topicId, id, controller.signal).then(
      (blob) => {
        if (!controller.signal.aborted) setAddress((made = URL.createObjectURL(blob)));
      },
      () => undefined,
    );
    return () => {
      controller.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
    // A picture never changes.
  }, [desk, topicId, id, has]);
  return address;
}
