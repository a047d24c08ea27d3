import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { VIEWS } from '#core/mapview';
import { shortId } from '#core/kernel';
import { grants } from '#core/protocol';
import {
  AlertDialog,
  Button,
  Dialog,
  EmptyState,
  ErrorPanel,
  Icon,
  Select,
  Skeleton,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { differences } from '../model/differences.ts';
import { TRANSACTIONS, type Narrowed, type Transaction } from '../model/transactions.ts';
import { Changes } from './Changes.tsx';
import { GeometryPicture } from './GeometryPicture.tsx';
import { PersonAndDays } from './PersonAndDays.tsx';
import { PeekBar } from './PeekBar.tsx';
import './history.css';

/** The server's history of one object: who, when, what changed; undoes the last transaction or restores any state. */
export default observer(function TransactionsDialog() {
  const { objectId, peek } = useService(TRANSACTIONS);
  if (objectId === undefined) return null;
  return peek ? <PeekBar peek={peek} /> : <OfObject key={objectId} />;
});

const OfObject = observer(function OfObject() {
  const t = useTranslate('history');
  const model = useService(TRANSACTIONS);
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const [pending, setPending] = useState<Transaction | 'undo'>();
  const mayRestore = me !== undefined && grants(me.authorizations, 'geometries.restore');
  const { list, shown, error, isLoading } = model;
  return (
    <>
      <Dialog
        isOpen
        size="l"
        title={t('transactions.title', { id: model.objectId && shortId(model.objectId) })}
        onClose={() => model.close()}
        footer={
          mayRestore && (
            <Button
              icon={<Icon name="undo" />}
              isDisabled={list.length === 0}
              onPress={() => setPending('undo')}
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
        {list.length > 1 && <Filters />}
        {list.length > 0 && shown.length === 0 && (
          <EmptyState icon={<Icon name="history" />} title={t('project.empty')}>
            {t('transactions.none')}
          </EmptyState>
        )}
        <ol className="his-transactions">
          {shown.map((transaction) => (
            <Entry
              key={transaction.id}
              transaction={transaction}
              restore={
                mayRestore && transaction !== list[0] && transaction.after
                  ? () => setPending(transaction)
                  : undefined
              }
            />
          ))}
        </ol>
      </Dialog>
      {pending !== undefined && (
        <AlertDialog
          isOpen
          variant="primary"
          title={t(pending === 'undo' ? 'transactions.undo' : 'transactions.restore')}
          action={t(pending === 'undo' ? 'transactions.undo' : 'transactions.restore')}
          onAction={() => (pending === 'undo' ? model.undoLast() : model.restoreAt(pending))}
          onClose={() => setPending(undefined)}
        >
          <p>{t(pending === 'undo' ? 'transactions.undo.ask' : 'transactions.restore.ask')}</p>
        </AlertDialog>
      )}
    </>
  );
});

const Filters = observer(function Filters() {
  const t = useTranslate('history');
  const model = useService(TRANSACTIONS);
  const { list, narrowing } = model;
  const distinct = (of: (transaction: Transaction) => string) => [...new Set(list.map(of))].sort();
  return (
    <PersonAndDays
      value={narrowing}
      people={distinct(({ by }) => by).map((name) => ({ id: name, name }))}
      onChange={(next) => model.narrow(next)}
    >
      <Select
        label={t('transactions.kind')}
        value={narrowing.kind}
        onChange={(kind) => model.narrow({ kind: kind as Narrowed['kind'] })}
        options={[
          { value: '', title: t('transactions.kind.all') },
          ...distinct(({ kind }) => kind).map((kind) => ({
            value: kind,
            title: t(`transactions.kind.${kind}`),
          })),
        ]}
      />
    </PersonAndDays>
  );
});

function Entry({ transaction, restore }: { transaction: Transaction; restore: (() => void) | undefined }) {
  const t = useTranslate('history');
  const i18n = useI18n();
  const model = useService(TRANSACTIONS);
  const views = useService(VIEWS);
  const { at, by, kind, plugin, before, after } = transaction;
  const changes = before && after ? differences(before, after) : [];
  const moved = !before || !after || changes.some(({ aspect }) => aspect === 'geometry');
  return (
    <li>
      <div className="his-what">
        <p>
          <strong>{t(`transactions.kind.${kind}`)}</strong> · {by} ·{' '}
          {plugin !== undefined && <>{t('transactions.plugin', { plugin })} · </>}
          <time dateTime={at}>{i18n.date(at, { dateStyle: 'medium', timeStyle: 'short' })}</time>
        </p>
        <Changes transaction={transaction} />
        <div className="his-actions">
          {(before ?? after) && views.active && (
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
