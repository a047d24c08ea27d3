import { observer } from 'mobx-react-lite';
import { useService, useTranslate } from '#core/react';
import { TALLY } from '../api.ts';
import { TallyCard } from './TallyCard.tsx';

/** `/template`. */
export const TemplatePage = observer(function TemplatePage() {
  const t = useTranslate('template');
  const tally = useService(TALLY);
  return (
    <div className="template">
      <h1>{t('title')}</h1>
      <TallyCard count={tally.count} onAdd={tally.add} />
    </div>
  );
});
