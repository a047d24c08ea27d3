import { Button, useTranslate } from '#core/react';
import './template.css';

/** Shows what it is given and asks through callbacks, so that a story can show all its states. */
export function TallyCard({ count, onAdd }: { count: number; onAdd: () => void }) {
  const t = useTranslate('template');
  return (
    <div className="template-card">
      <p role="status">{t('counted', { count })}</p>
      <Button variant="primary" onPress={onAdd}>
        {t('add')}
      </Button>
    </div>
  );
}
