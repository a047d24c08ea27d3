import type { Paper } from '../../../formats/pdf/index.ts';
import { dateTime } from '../write/readme.ts';
import type { ExportAttachment } from '../content/task.ts';
import { valueText, type DocumentTexts } from './document-texts.ts';

/** Lists the documents of objects: name, date, size, until when they are valid. `objectOf`: a column with the object. */
export function attachmentsPart(
  paper: Paper,
  texts: DocumentTexts,
  attachments: readonly ExportAttachment[],
  most: number,
  objectOf?: (objectId: string) => string,
): void {
  const size = (bytes: number) =>
    bytes < 1e6
      ? `${texts.number(Math.max(1, Math.round(bytes / 1e3)))} kB`
      : `${texts.number(bytes / 1e6, 1)} MB`;
  paper.table({
    columns: [
      { title: texts('name'), weight: 2.4 },
      ...(objectOf ? [{ title: texts('object'), weight: 1.6 }] : []),
      { title: texts('added'), weight: 1.6 },
      { title: texts('valid-until'), weight: 1.3 },
      { title: texts('size'), align: 'right' as const },
    ],
    rows: attachments
      .slice(0, most)
      .map(({ objectId, name, at, expiresOn, bytes }) => [
        name,
        ...(objectOf ? [objectOf(objectId)] : []),
        dateTime(at, texts.language),
        expiresOn === null ? '–' : valueText(expiresOn, texts),
        size(Number(bytes)),
      ]),
  });
  if (attachments.length > most)
    paper.paragraph(texts('more-attachments', { most: texts.number(most) }), { muted: true });
}
