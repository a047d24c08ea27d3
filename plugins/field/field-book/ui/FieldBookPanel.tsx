import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { allows } from '#core/access';
import { sentenceOf } from '#core/kernel';
import { PROJECTS } from '#core/project';
import {
  Badge,
  Button,
  EmptyState,
  ErrorPanel,
  FileDrop,
  Icon,
  Skeleton,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import type { FieldBook } from '#core/protocol';
import { BOOK_DESK } from '../model/book-desk.ts';
import { OpenBook } from './OpenBook.tsx';
import './field-book.css';

/** The field books of the open project. */
export default observer(function FieldBookPanel() {
  const t = useTranslate('field-book');
  const desk = useService(BOOK_DESK);
  const toasts = useService(TOASTS);
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  const { me } = useService(SESSION);
  const id = project?.project.id;
  useEffect(() => {
    if (id !== undefined) void desk.load(id);
  }, [desk, id]);
  if (id === undefined) return null;
  const mayWrite = me !== undefined && allows(me, { needs: ['geometries.write'] });
  if (desk.opened) return <OpenBook mayWrite={mayWrite} />;
  const attempt = (work: Promise<unknown>) =>
    void work.catch((failure: unknown) => toasts.show('error', sentenceOf(failure)));
  return (
    <div className="fbk">
      {desk.state === 'failed' && (
        <ErrorPanel
          title={t('list.failed')}
          error={new Error(desk.error)}
          onRetry={() => void desk.load(id)}
        />
      )}
      {desk.state === 'loading' && <Skeleton lines={3} />}
      {desk.books.length > 0 && (
        <ul className="fbk-list" aria-label={t('title')}>
          {desk.books.map((book) => (
            <BookRow key={book.id} book={book} onOpen={() => attempt(desk.open(book.id))} />
          ))}
        </ul>
      )}
      {desk.state === 'ready' && desk.books.length === 0 && (
        <EmptyState icon={<Icon name="angle" />} title={t('empty')}>
          {mayWrite && t('empty.help')}
        </EmptyState>
      )}
      {mayWrite && desk.state === 'ready' && (
        <FileDrop label={t('drop')} onFiles={([file]) => file && attempt(desk.add(id, file))}>
          <small className="g-muted">{t('drop.kinds')}</small>
        </FileDrop>
      )}
    </div>
  );
});

function BookRow({ book, onOpen }: { book: FieldBook; onOpen: () => void }) {
  const t = useTranslate('field-book');
  const { name, format, observationCount, vectorCount, pointCount, computedVersion, version, state } = book;
  return (
    <li className="fbk-row">
      <Button variant="quiet" className="fbk-name" onPress={onOpen}>
        {name}
      </Button>
      {computedVersion === version && state !== 'failed' && (
        <Badge kind="success">{t('state.computed')}</Badge>
      )}
      <small className="g-muted">
        {[
          t(`format.${format}`),
          t('observations', { count: observationCount }),
          vectorCount > 0 && t('vectors', { count: vectorCount }),
          t('points', { count: pointCount }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </li>
  );
}
