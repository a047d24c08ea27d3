import { observer } from 'mobx-react-lite';
import { onDemand, useService } from '#core/react';
import { SEARCH } from '../model/search.ts';

const ConditionsBox = onDemand(() => import('./ConditionsBox.tsx'));

/** Select by attributes, shown on request. */
export const ConditionsDialog = observer(function ConditionsDialog() {
  const search = useService(SEARCH);
  return search.isOpen ? <ConditionsBox search={search} onLoadError={() => search.close()} /> : null;
});
