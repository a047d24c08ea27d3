import { FieldShape } from './FieldShape.tsx';
import { onDemand } from './on-demand.ts';
import type { DateFieldProps } from './DateParts.tsx';

export type { DateFieldProps } from './DateParts.tsx';

/** Calendars are large and few forms need a date, so their code is loaded on demand. */
const DateParts = onDemand(() => import('./DateParts.tsx'));

/** A date, typed part by part in the order of the person's locale. */
export function DateField(props: DateFieldProps) {
  return <DateParts {...props} fallback={<FieldShape {...props} />} />;
}
