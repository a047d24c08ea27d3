import { observer } from 'mobx-react-lite';
import { onDemand, useService } from '#core/react';
import { TRANSACTIONS } from '../model/transactions.ts';

const TransactionsBox = onDemand(() => import('./TransactionsBox.tsx'));

/** The history of one object, shown on request. */
export const TransactionsDialog = observer(function Filters() {
  const transactions = useService(TRANSACTIONS);
  const { objectId } = transactions;
  return objectId === undefined ? null : (
    <TransactionsBox key={objectId} onLoadError={() => transactions.close()} />
  );
});
