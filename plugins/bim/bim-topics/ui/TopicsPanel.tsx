import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { grants, type BimTopic } from '#core/protocol';
import {
  Badge,
  Button,
  Checkbox,
  ErrorPanel,
  FileButton,
  Icon,
  IconButton,
  Menu,
  saveFile,
  SearchField,
  Skeleton,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import { isClosed, statusTitle } from '../model/states.ts';
import { TOPIC_DESK, type BcfVersion, type Imported } from '../model/topic-desk.ts';
import { TopicForm } from './TopicForm.tsx';
import { TopicPage } from './TopicPage.tsx';
import './topics.css';

/** The topics of the project on its models: list, import and export, one topic. */
export default observer(function TopicsPanel() {
  const t = useTranslate('bim-topics');
  const desk = useService(TOPIC_DESK);
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const mayWrite = grants(me?.authorizations ?? [], 'bim.comment');
  if (desk.state === 'failed')
    return (
      <ErrorPanel title={t('failed')} error={new Error(desk.error)} onRetry={() => void desk.reload()} />
    );
  if (desk.state === 'loading') return <Skeleton lines={5} />;
  if (desk.opened) return <TopicPage topic={desk.opened} mayWrite={mayWrite} />;
  if (desk.isNew)
    return (
      <TopicForm
        action={t('create')}
        onSave={(fields) => desk.create(fields)}
        onCancel={() => desk.write(false)}
        note={t('new.view')}
      />
    );
  return <TopicList mayWrite={mayWrite} />;
});

const TopicList = observer(function TopicList({ mayWrite }: { mayWrite: boolean }) {
  const t = useTranslate('bim-topics');
  const desk = useService(TOPIC_DESK);
  const { found, topics } = desk;
  return (
    <div className="btp-panel">
      <div className="btp-actions">
        {mayWrite && (
          <Button variant="primary" onPress={() => desk.write(true)}>
            {t('new')}
          </Button>
        )}
        <BcfFiles mayWrite={mayWrite} />
      </div>
      {topics.length > 0 && (
        <>
          <SearchField label={t('search')} value={desk.search} onChange={(text) => desk.setSearch(text)} />
          <Checkbox isSelected={desk.showsAll} onChange={(all) => desk.setShowsAll(all)}>
            {t('show-all')}
          </Checkbox>
        </>
      )}
      {found.length === 0 && <p className="g-muted">{t(topics.length === 0 ? 'empty' : 'none-found')}</p>}
      <ul className="btp-list" aria-label={t('title')}>
        {found.map((topic) => (
          <Row key={topic.id} topic={topic} />
        ))}
      </ul>
    </div>
  );
});

const Row = observer(function Row({ topic }: { topic: BimTopic }) {
  const t = useTranslate('bim-topics');
  const i18n = useI18n();
  const desk = useService(TOPIC_DESK);
  const { id, title, status, assignedTo, author, createdAt, dueAt, comments, priority } = topic;
  const facts = [
    assignedTo === '' ? author : t('assigned', { name: assignedTo }),
    i18n.date(createdAt, { dateStyle: 'medium' }),
    dueAt === null ? null : t('due', { date: i18n.date(dueAt, { dateStyle: 'medium', timeZone: 'UTC' }) }),
    priority === '' ? null : priority,
    comments.length === 0 ? null : t('comments.count', { count: comments.length }),
  ];
  return (
    <li>
      <Button size="s" variant="quiet" className="btp-row" onPress={() => desk.open(id)}>
        <span>{title}</span>
        <Badge kind={isClosed(topic) ? 'success' : 'accent'}>{statusTitle(status, t)}</Badge>
      </Button>
      <small className="g-muted">{facts.filter((one) => one !== null).join(' · ')}</small>
    </li>
  );
});

/** BCF files in and out. */
const BcfFiles = observer(function BcfFiles({ mayWrite }: { mayWrite: boolean }) {
  const t = useTranslate('bim-topics');
  const desk = useService(TOPIC_DESK);
  const toasts = useService(TOASTS);
  const [imported, setImported] = useState<Imported>();
  const fail = (failure: unknown) => toasts.show('error', sentenceOf(failure));
  const save = (version: BcfVersion) =>
    void desk.export(version).then((file) => saveFile(file, `topics-${version}.bcf`), fail);
  return (
    <>
      {mayWrite && (
        <FileButton
          accept={['.bcf', '.bcfzip']}
          onFile={(file) => void desk.import(file).then(setImported, fail)}
        >
          {t('import')}
        </FileButton>
      )}
      {desk.found.length > 0 && (
        <Menu
          label={t('export')}
          trigger={<IconButton label={t('export')} icon={<Icon name="download" />} />}
          entries={(['2.1', '3.0'] as const).map((version) => ({
            id: version,
            title: t('export.version', { version }),
            onAction: () => save(version),
          }))}
        />
      )}
      {imported && (
        <div role="status" className="btp-notice">
          <p>
            {t('imported', {
              created: imported.created,
              updated: imported.updated,
              comments: imported.comments,
            })}
          </p>
          {imported.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
    </>
  );
});
