import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { grants } from '#core/protocol';
import {
  AlertDialog,
  Button,
  Dialog,
  EmptyState,
  ErrorPanel,
  Icon,
  IconButton,
  Skeleton,
  ToggleButton,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { extentOf } from '#core/document';
import { differences } from '../model/differences.ts';
import { TRANSACTIONS, type Peek, type Transaction } from '../model/transactions.ts';
import { GeometryPicture } from './GeometryPicture.tsx';
import { useAspects } from './useAspects.ts';
import './history.css';

/** What the server remembers of one object: who, when, what changed; taking back the last, restoring any. */
export default observer(function TransactionsBox() {
  const { peek } = useService(TRANSACTIONS);
  return peek ? <PeekBar peek={peek} /> : <OfObject />;
});

const OfObject = observer(function OfObject() {
  const t = useTranslate('history');
  const model = useService(TRANSACTIONS);
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const [asked, setAsked] = useState<Transaction | 'undo'>();
  const mayRestore = me !== undefined && grants(me.authorizations, 'geometries.restore');
  const { list, error, isLoading } = model;
  return (
    <>
      <Dialog
        isOpen
        size="l"
        title={t('transactions.title', { id: model.objectId?.slice(0, 8) })}
        onClose={() => model.close()}
        footer={
          mayRestore && (
            <Button
              icon={<Icon name="undo" />}
              isDisabled={list.length === 0}
              onPress={() => setAsked('undo')}
            >
              {t('transactions.undo')}
            </Button>
          )
        }
      >
        {error !== undefined && <ErrorPanel error={error} onRetry={() => void model.reload()} />}
        {error === undefined && isLoading && list.length === 0 && <Skeleton height={120} />}
        {error === undefined && !isLoading && list.length === 0 && (
          <EmptyState icon={<Icon name="history" />} title={t('transactions.empty')} />
        )}
        <ol className="his-transactions">
          {list.map((transaction, i) => (
            <Entry
              key={transaction.id}
              transaction={transaction}
              restore={mayRestore && i > 0 && transaction.after ? () => setAsked(transaction) : undefined}
            />
          ))}
        </ol>
      </Dialog>
      {asked !== undefined && (
        <AlertDialog
          isOpen
          variant="primary"
          title={t(asked === 'undo' ? 'transactions.undo' : 'transactions.restore')}
          action={t(asked === 'undo' ? 'transactions.undo' : 'transactions.restore')}
          onAction={() => (asked === 'undo' ? model.undoLast() : model.restoreAt(asked))}
          onClose={() => setAsked(undefined)}
        >
          <p>{t(asked === 'undo' ? 'transactions.undo.ask' : 'transactions.restore.ask')}</p>
        </AlertDialog>
      )}
    </>
  );
});

function Entry({ transaction, restore }: { transaction: Transaction; restore: (() => void) | undefined }) {
  const t = useTranslate('history');
  const i18n = useI18n();
  const model = useService(TRANSACTIONS);
  const projects = useService(PROJECTS);
  const { at, by, kind, before, after } = transaction;
  const aspects = useAspects(projects.current?.types.get((after ?? before)?.typeName ?? ''));
  const changes = before && after ? differences(before, after) : [];
  const moved = !before || !after || changes.some(({ aspect }) => aspect === 'geometry');
  return (
    <li>
      <div className="his-what">
        <p>
          <strong>{t(`transactions.kind.${kind}`)}</strong> · {by} ·{' '}
          <time dateTime={at}>{i18n.date(at, { dateStyle: 'medium', timeStyle: 'short' })}</time>
        </p>
        <dl>
          {changes.map(({ aspect, one, other }) => (
            <div key={aspect} style={{ display: 'contents' }}>
              <dt>{aspects.title(aspect)}</dt>
              <dd>
                <del>{aspects.value(aspect, one)}</del> → <ins>{aspects.value(aspect, other)}</ins>
              </dd>
            </div>
          ))}
        </dl>
        <div className="his-actions">
          {(before ?? after) && (
            <Button
              size="s"
              icon={<Icon name="map" />}
              onPress={() => model.look(transaction, after ? 'after' : 'before')}
            >
              {t('transactions.look')}
            </Button>
          )}
          {restore && (
            <Button size="s" icon={<Icon name="history" />} onPress={restore}>
              {t('transactions.restore')}
            </Button>
          )}
        </div>
      </div>
      {moved && (
        <GeometryPicture
          shown={(after ?? before)?.location}
          other={after && before?.location}
          label={t('transactions.picture')}
        />
      )}
    </li>
  );
}

/** One state on the map in place of the present one, until the person goes back to the list. */
function PeekBar({ peek }: { peek: Peek }) {
  const t = useTranslate('history');
  const i18n = useI18n();
  const model = useService(TRANSACTIONS);
  const views = useService(VIEWS);
  const view = useObservable(views.active$, views.active);
  const { transaction, side } = peek;
  const shown = transaction[side];
  useEffect(() => {
    if (!view || !shown) return;
    const preview = view.preview([shown]);
    view.highlight('selected', [shown.id]);
    return () => preview.dispose();
  }, [view, shown]);
  useEffect(() => {
    const whole = transaction.after ?? transaction.before;
    if (view && whole) view.fly(extentOf(whole.location));
  }, [view, transaction]);
  return (
    <div className="his-peek" role="group" aria-label={t('transactions.look')}>
      <span>
        {t(`transactions.kind.${transaction.kind}`)} ·{' '}
        {i18n.date(transaction.at, { dateStyle: 'medium', timeStyle: 'short' })}
      </span>
      {(['before', 'after'] as const).map((choice) => (
        <ToggleButton
          key={choice}
          showLabel
          label={t(`transactions.${choice}`)}
          isSelected={side === choice}
          isDisabled={!transaction[choice]}
          onChange={() => model.look(transaction, choice)}
        />
      ))}
      <IconButton
        label={t('transactions.back')}
        icon={<Icon name="close" />}
        onPress={() => model.lookAway()}
      />
    </div>
  );
}
