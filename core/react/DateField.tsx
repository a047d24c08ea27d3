import { parseDate, type CalendarDate } from '@internationalized/date';
import { DateField as AriaDateField, DateInput, DateSegment } from 'react-aria-components';
import { classes } from './classes.ts';
import { FieldLabel, FieldMessages, type FieldProps } from './Field.tsx';
import './DateField.css';

export interface DateFieldProps extends FieldProps {
  /** `2026-11-21`; null: none. */
  value: string | null;
  onChange: (value: string | null) => void;
  isDisabled?: boolean;
  isReadOnly?: boolean;
  autoFocus?: boolean;
  name?: string;
}

/** A date, typed part by part in the order of the person's locale. */
export default function DateField({
  label,
  hideLabel,
  description,
  error,
  value,
  onChange,
  className,
  ...rest
}: DateFieldProps) {
  return (
    <AriaDateField<CalendarDate>
      {...rest}
      value={dayOf(value)}
      onChange={(day) => onChange(day?.toString() ?? null)}
      isInvalid={error !== undefined}
      className={classes('g-field', className)}
    >
      <FieldLabel label={label} hideLabel={hideLabel} isRequired={rest.isRequired} />
      <DateInput className="g-input g-date g-figures">
        {(segment) => <DateSegment segment={segment} className="g-date-part" />}
      </DateInput>
      <FieldMessages description={description} error={error} />
    </AriaDateField>
  );
}

/** An invalid date (from an import) shows as empty. */
function dayOf(text: string | null): CalendarDate | null {
  try {
    return text ? parseDate(text.slice(0, 10)) : null;
  } catch {
    return null;
  }
}
