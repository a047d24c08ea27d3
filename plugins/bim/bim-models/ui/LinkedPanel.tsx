import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { ErrorPanel, Skeleton, useService, useTranslate } from '#core/react';
import { LINKED_ELEMENTS } from '../model/linked.ts';
import { LinkedRow } from './LinkedRow.tsx';
import './models.css';

/** The elements of models that the selected object of the map is linked to. */
export default observer(function LinkedPanel() {
  const t = useTranslate('bim-models');
  const linked = useService(LINKED_ELEMENTS);
  // Links are made in the model view, beside which this panel may have been open.
  useEffect(() => void linked.reload(), [linked]);
  if (linked.of === undefined) return <p className="g-muted">{t('linked.choose')}</p>;
  if (linked.state === 'failed')
    return (
      <ErrorPanel
        title={t('linked.failed')}
        error={new Error(linked.error)}
        onRetry={() => void linked.reload()}
      />
    );
  if (linked.state === 'loading') return <Skeleton lines={2} />;
  if (linked.links.length === 0) return <p className="g-muted">{t('linked.none')}</p>;
  return (
    <ul className="models-list" aria-label={t('linked')}>
      {linked.links.map((link) => (
        <LinkedRow key={link.id} link={link} />
      ))}
    </ul>
  );
});
