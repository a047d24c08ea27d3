import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
import { useTranslate } from './useTranslate.ts';
import './Panel.css';

export interface PanelProps {
  title: string;
  icon?: ReactNode;
  /** Small buttons in the header. */
  actions?: ReactNode;
  onClose?: () => void;
  children: ReactNode;
  footer?: ReactNode;
  /** No padding around the content, for a list or a table. */
  flush?: boolean;
  className?: string;
}

/** A docked panel with a fixed header and scrolling content. */
export function Panel({ title, icon, actions, onClose, children, footer, flush, className }: PanelProps) {
  const t = useTranslate('core');
  const heading = useId();
  return (
    <section className={classes('g-panel', className)} aria-labelledby={heading}>
      <header className="g-panel-head">
        {icon}
        <h2 id={heading}>{title}</h2>
        {actions}
        {onClose && (
          <IconButton size="s" label={t('panel.close')} icon={<X aria-hidden="true" />} onPress={onClose} />
        )}
      </header>
      <div className={classes('g-panel-body', flush && 'g-panel-flush')}>{children}</div>
      {footer != null && <footer className="g-panel-foot">{footer}</footer>}
    </section>
  );
}
