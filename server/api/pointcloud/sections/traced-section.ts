import type { CloudSection } from '#core/protocol';
import type { SectionAnswer } from '../measures/section.ts';

/** A section with what its points outline. */
export interface TracedSection extends CloudSection {
  length: number;
  answer: SectionAnswer;
}
