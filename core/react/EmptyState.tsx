import type { ReactNode } from 'react';
import './EmptyState.css';

export interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** What to do next. */
  children?: ReactNode;
  /** The button for it. */
  action?: ReactNode;
}

/** Shown where there is no content yet, with what to do next. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="g-empty">
      {icon && (
        <span className="g-empty-icon" aria-hidden="true">
          {icon}
        </span>
      )}
      <p className="g-empty-title">{title}</p>
      {children != null && <div className="g-muted">{children}</div>}
      {action}
    </div>
  );
}
