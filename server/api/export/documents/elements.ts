import type { Paper } from '../../../formats/pdf/index.ts';
import type { ExportElement } from '../content/task.ts';
import type { DocumentTexts } from './document-texts.ts';

/** Lists the elements of BIM models that objects are linked to. */
export function elementsPart(
  paper: Paper,
  texts: DocumentTexts,
  elements: readonly ExportElement[],
  most: number,
  objectOf: (objectId: string) => string,
): void {
  paper.heading(texts('elements'));
  paper.table({
    columns: [
      { title: texts('object'), weight: 1.5 },
      { title: texts('element'), weight: 2 },
      { title: texts('class'), weight: 1.2 },
      { title: texts('model'), weight: 1.6 },
      { title: texts('note'), weight: 1.4 },
    ],
    rows: elements
      .slice(0, most)
      .map(({ objectId, name, class: kind, model, note }) => [
        objectOf(objectId),
        name,
        kind === '' ? texts('element-gone') : kind,
        model,
        note === '' ? '–' : note,
      ]),
  });
  if (elements.length > most)
    paper.paragraph(
      texts('more-elements', { most: texts.number(most), count: texts.number(elements.length) }),
      { muted: true },
    );
}
