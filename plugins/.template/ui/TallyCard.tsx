import { Button, useTranslate } from '#core/react';
import './template.css';

/** Gets its data as props and reports through callbacks, so that a story can show every state. */
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
