import { add } from '#core/document';
import type { ObjectType } from '#core/protocol';
import { desk, field, object } from '#core/testing';
import type { NewValuesQuestion } from '../../model/new-values.ts';
import { proposals, TakenValues, duplicatesIn } from '../../model/duplicate-values.ts';

/** The question after parcel 12 was copied `count` times. */
export function questionFor(count: number): NewValuesQuestion {
  const number = field('number', { title: { en: 'Number', it: 'Numero' }, required: true, unique: true });
  const type = { name: 'parcel', fields: [number] } as unknown as ObjectType;
  const parcel = (id: string) =>
    object(id, { type: 'Point', coordinates: [0, 0] }, { typeName: 'parcel', properties: { number: '12' } });
  const { project } = desk([parcel('old')], [type]);
  const copies = Array.from({ length: count }, (_, i) => parcel(`new${i}`));
  const duplicates = duplicatesIn(add(copies)(project.document), project.types);
  const taken = new TakenValues(project.document.values(), duplicates);
  return { duplicates, taken, proposed: proposals(duplicates, taken), project, answer: () => undefined };
}
