import { randomUUID } from 'node:crypto';
import type { BimClash, TopicViewpoint } from '#core/protocol';
import { sentence } from '../../../../base/language.ts';
import type { BcfTopic } from '../../topics/bcf.ts';
import { facetText, reasonText, type CheckSubject } from './sheets.ts';

/** Topics of one report; the worst come first. */
const MAX_TOPICS = 1000;
const MAX_SELECTED = 5000;
/** An element of which less than this share is within the tolerance is a topic. */
const MOSTLY = 0.9;
/** Metres from which a clash is looked at, along each axis. */
const DISTANCE = 3;

/** What a check has found as topics: one per requirement that is not fulfilled, per clash, or per element
 * that deviates. */
export function topicsOfCheck(
  { check, result, modelName, language }: CheckSubject,
  author: string,
): BcfTopic[] {
  const now = new Date().toISOString();
  const topic = (
    title: string,
    description: string,
    view: TopicViewpoint | null,
    ids: string[],
  ): BcfTopic => ({
    guid: randomUUID(),
    title: title.slice(0, 300),
    description,
    status: 'Open',
    type: result.kind === 'clash' ? 'Clash' : 'Issue',
    priority: '',
    assignedTo: '',
    labels: [check.name],
    dueAt: null,
    author,
    createdAt: now,
    updatedAt: now,
    file: modelName,
    comments: [],
    viewpoints: view ? [{ guid: randomUUID(), viewpoint: { ...view, selection: ids }, snapshot: null }] : [],
  });
  switch (result.kind) {
    case 'ids':
      return result.report.specifications
        .flatMap(({ name, requirements }) =>
          requirements
            .filter(({ failed }) => failed > 0)
            .map((requirement) => {
              const { failures, failed } = requirement;
              const ids = failures.flatMap(({ globalId }) => globalId ?? []).slice(0, MAX_SELECTED);
              const lines = failures
                .slice(0, 50)
                .map(
                  (each) =>
                    `${each.class} ${each.name ?? ''} ${each.globalId ?? `#${each.line}`}: ${reasonText(each.reason, language)}`,
                );
              const more = failed > lines.length ? [`… ${failed}`] : [];
              const title = `${name}: ${facetText(requirement, language)}`;
              return topic(title, [...lines, ...more].join('\n'), elsewhere(), ids);
            }),
        )
        .slice(0, MAX_TOPICS);
    case 'clash':
      return result.report.clashes.slice(0, MAX_TOPICS).map((clash) => {
        const { a, b, distance } = clash;
        const title = `${a.class} ${a.name ?? ''} – ${b.class} ${b.name ?? ''}`;
        // Objects of the map are no elements.
        const ids = result.report.withId === null ? [a.globalId] : [a.globalId, b.globalId];
        return topic(title, `${distance.toFixed(3)} m`, looking(clash), ids);
      });
    case 'deviation': {
      const { rows, tolerance } = result.report;
      return rows
        .filter(({ mean, within }) => Math.abs(mean) > tolerance || within < MOSTLY)
        .slice(0, MAX_TOPICS)
        .map((row) => {
          const t = (key: string) => sentence(language, `bim.report.${key}`);
          const facts = [
            `${t('mean')}: ${row.mean.toFixed(4)}`,
            `${t('sigma')}: ${row.sigma.toFixed(4)}`,
            `${t('within')}: ${(row.within * 100).toFixed(1)} %`,
          ];
          return topic(`${row.class} ${row.name ?? ''}`, facts.join('\n'), elsewhere(), [row.globalId]);
        });
    }
    case 'quantities':
      return [];
  }
}

/** From above the south-east, with the clash in the middle. */
function looking({ at: [x, y, z] }: BimClash): TopicViewpoint {
  return {
    ...elsewhere(),
    eye: [x + DISTANCE, y - DISTANCE, z + DISTANCE],
  };
}

/** The direction of such a view; where nothing is known of the place the selection leads there. */
function elsewhere(): TopicViewpoint {
  const [flat, up] = [Math.sqrt(1 / 3), Math.sqrt(2 / 3)];
  return {
    eye: [0, 0, 0],
    direction: [-flat, flat, -flat],
    up: [-flat / Math.SQRT2, flat / Math.SQRT2, up],
    field: { degrees: 60 },
    planes: [],
    selection: [],
    isVisible: true,
    exceptions: [],
  };
}
