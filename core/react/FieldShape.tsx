import { classes } from './classes.ts';
import type { FieldProps } from './Field.tsx';
import './field.css';

/** Placeholder of a field whose code is loading, so that the layout does not shift. */
export function FieldShape({ label, hideLabel, description, className }: FieldProps) {
  return (
    <div className={classes('g-field', className)} aria-busy="true">
      {!hideLabel && <span className="g-label">{label}</span>}
      <div className="g-input" />
      {description != null && <span className="g-help">{description}</span>}
    </div>
  );
}
