import type { Guarded, ServiceName } from '#core/plugin';
import type { UserReport } from '#core/protocol';

/** A section of the report of activity, between its request and its notes. */
export interface ReportSectionContribution extends Guarded {
  id: string;
  /** Service of type `ComponentType<ReportSectionProps>`. */
  render: ServiceName;
  /** Ascending; totals 10, charts 20, people 30. */
  order: number;
}

export interface ReportSectionProps {
  /** What was reported: of the days from `from` to `to`, and of one project or all. */
  readonly report: UserReport;
  /** ISO dates, the last one included. */
  readonly from: string;
  readonly to: string;
  /** Undefined: all that the reader may see. */
  readonly projectId: string | undefined;
}

declare module '#core/plugin' {
  interface ContributionPoints {
    reportSections: ReportSectionContribution;
  }
}
