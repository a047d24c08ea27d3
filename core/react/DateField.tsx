import { FieldShape } from './FieldShape.tsx';
import { onDemand } from './on-demand.ts';
import type { DateFieldProps } from './DateParts.tsx';

export type { DateFieldProps } from './DateParts.tsx';

/** Calendars are heavy and few forms ask for a day: they come when one does. */
const DateParts = onDemand(() => import('./DateParts.tsx'));

/** A day, typed part by part in the order of the person's locale. */
export function DateField(props: DateFieldProps) {
  return <DateParts {...props} meanwhile={<FieldShape {...props} />} />;
}
