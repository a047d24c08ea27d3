import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { sentenceOf } from '#core/kernel';
import { Button } from './Button.tsx';
import { useTranslate } from './useTranslate.ts';
import './ErrorPanel.css';

export interface ErrorPanelProps {
  /** The thrown error; its message is shown. */
  error: unknown;
  /** What failed: `The projects could not be read.` */
  title?: string;
  onRetry?: () => void;
  /** Further buttons. */
  actions?: ReactNode;
}

/** Shows an error, and lets the person try again. */
export function ErrorPanel({ error, title, onRetry, actions }: ErrorPanelProps) {
  const t = useTranslate('core');
  return (
    <div className="g-error-panel" role="alert">
      <CircleAlert aria-hidden="true" />
      <div className="g-error-panel-text">
        {title && <strong>{title}</strong>}
        <p>{sentenceOf(error)}</p>
      </div>
      {onRetry && (
        <Button size="s" onPress={onRetry}>
          {t('error.retry')}
        </Button>
      )}
      {actions}
    </div>
  );
}
