import { useEffect } from 'react';
import { extentAround, extentOf } from '#core/document';
import { VIEWS } from '#core/mapview';
import {
  Icon,
  IconButton,
  ToggleButton,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { TRANSACTIONS, type Peek } from '../model/transactions.ts';
import { Changes } from './Changes.tsx';
import './PeekBar.css';

const SLOT = 'history';

/**
 * Shows an earlier state on the map with the current one dashed over it and lists the differences, until the person
 * returns to the list.
 */
export function PeekBar({ peek: { transaction, side } }: { peek: Peek }) {
  const t = useTranslate('history');
  const i18n = useI18n();
  const model = useService(TRANSACTIONS);
  const views = useService(VIEWS);
  const view = useObservable(views.active$, views.active);
  const shown = transaction[side];
  const other = transaction[side === 'after' ? 'before' : 'after'];
  useEffect(() => {
    if (!view || !shown) return;
    const preview = view.preview([shown]);
    view.highlight('selected', [shown.id]);
    view.show(other && { shapes: [{ geometry: other.location, dashed: true }] }, SLOT);
    return () => {
      view.show(undefined, SLOT);
      preview.dispose();
    };
  }, [view, shown, other]);
  useEffect(() => {
    const both = [transaction.before, transaction.after].filter((state) => state !== undefined);
    const extent = extentAround(both.map(({ location }) => extentOf(location)));
    if (extent) view?.fly(extent);
  }, [view, transaction]);
  return (
    <div className="his-peek" data-below-map role="group" aria-label={t('transactions.look')}>
      <span>
        {t(`transactions.kind.${transaction.kind}`)} · {transaction.by} ·{' '}
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
      <Changes transaction={transaction} />
    </div>
  );
}
