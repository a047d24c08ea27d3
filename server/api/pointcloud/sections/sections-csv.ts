import type { TracedSection } from './traced-section.ts';

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** CSV (RFC 4180): one line per vertex of an outline, along its section and at its place. */
export function sectionsCsv(sections: readonly TracedSection[]): string {
  const lines = ['section,title,class,outline,distance,height,east,north,rms,complete'];
  for (const [n, { title, answer }] of sections.entries())
    for (const [k, { class: code, profile, places, rms }] of answer.outlines.entries())
      for (const [i, [distance, height]] of profile.entries()) {
        const [east, north] = places[i]!;
        const numbers = [distance, height, east, north, rms].map((value) => value.toFixed(4));
        lines.push([n + 1, quoted(title), code, k + 1, ...numbers, answer.source.complete].join(','));
      }
  return `${lines.join('\r\n')}\r\n`;
}
