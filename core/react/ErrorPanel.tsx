import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { sentenceOf } from '#core/kernel';
import { Button } from './Button.tsx';
import { useTranslate } from './useTranslate.ts';
import './ErrorPanel.css';

export interface ErrorPanelProps {
  /** What was thrown; its sentence is shown. */
  error: unknown;
  /** What could not be done: `The projects could not be read.` */
  title?: string;
  onRetry?: () => void;
  /** More buttons. */
  actions?: ReactNode;
}

/** Says what went wrong, and lets the person try again. */
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
