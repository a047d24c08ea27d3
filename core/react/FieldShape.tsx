import { classes } from './classes.ts';
import type { FieldProps } from './Field.tsx';
import './field.css';

/** The place of a field whose code is on its way, so that nothing jumps when it comes. */
export function FieldShape({ label, hideLabel, description, className }: FieldProps) {
  return (
    <div className={classes('g-field', className)} aria-busy="true">
      {!hideLabel && <span className="g-label">{label}</span>}
      <div className="g-input" />
      {description != null && <span className="g-help">{description}</span>}
    </div>
  );
}
