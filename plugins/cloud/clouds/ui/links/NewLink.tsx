import { useEffect, useRef } from 'react';
import { Button, useCopy, useTranslate } from '#core/react';
import type { MadeLink } from '../../model/cloud-links.ts';

/** The address of a new link. It is shown only once. */
export function NewLink({ made, onDone }: { made: MadeLink; onDone: () => void }) {
  const t = useTranslate('clouds');
  const copy = useCopy();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [made]);
  const title = t('links.made', { name: made.name });
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={title} className="clouds-new-link">
      <p>
        <strong>{title}</strong> {t('links.made.once')}
      </p>
      <code>{made.url}</code>
      <div className="clouds-new-link-actions">
        <Button variant="primary" onPress={() => void copy(made.url)}>
          {t('links.copy')}
        </Button>
        <Button onPress={onDone}>{t('links.done')}</Button>
      </div>
    </div>
  );
}
