import { groma, start, type Block, type FieldValues, type MapObject } from './groma.ts';

const TYPE = 'Well';
const TEXTS = {
  en: {
    none: 'No wells yet: place one with the tool.',
    some: 'Not all wells of the project are loaded.',
    columns: ['Number', 'Depth [m]'],
    depth: 'Depth of the next well [m]',
    keep: 'Keep',
    again: 'Read again',
    saved: 'The next wells get this depth.',
  },
  it: {
    none: 'Ancora nessun pozzo: collocane uno con lo strumento.',
    some: 'Non tutti i pozzi del progetto sono caricati.',
    columns: ['Numero', 'Profondità [m]'],
    depth: 'Profondità del prossimo pozzo [m]',
    keep: 'Mantieni',
    again: 'Leggi di nuovo',
    saved: 'I prossimi pozzi avranno questa profondità.',
  },
};

/** The settings of a project, stored on the server. */
interface Settings {
  count: number;
  depth: number;
}

async function readSettings(): Promise<Settings> {
  return ((await groma.store.get('project', 'settings')) as Settings | undefined) ?? { count: 0, depth: 10 };
}

async function place({ position }: { position: number[] }): Promise<void> {
  const { count, depth } = await readSettings();
  const properties = { number: count + 1, depth };
  const location = { type: 'Point' as const, coordinates: position };
  await groma.objects.write({ create: [{ typeName: TYPE, location, properties }] });
  await groma.store.set('project', 'settings', { count: count + 1, depth });
  await list();
}

async function list(): Promise<void> {
  const texts = TEXTS[await groma.language()];
  const { objects, complete } = await groma.objects.list(TYPE);
  const { depth } = await readSettings();
  const blocks: Block[] = complete ? [] : [{ kind: 'text', text: texts.some }];
  if (objects.length === 0) blocks.push({ kind: 'text', text: texts.none });
  else blocks.push({ kind: 'table', columns: texts.columns, rows: objects.map(rowOf) });
  const field = { name: 'depth', label: texts.depth, type: 'number' as const, value: depth };
  blocks.push({ kind: 'form', id: 'depth', fields: [field], submit: texts.keep });
  blocks.push({ kind: 'button', id: 'again', label: texts.again });
  await groma.panel.show('list', blocks);
}

function rowOf({ properties }: MapObject): (string | number)[] {
  return [Number(properties['number'] ?? 0), Number(properties['depth'] ?? 0)];
}

async function saveDepth(_form: string, { depth }: FieldValues): Promise<void> {
  await groma.store.set('project', 'settings', { ...(await readSettings()), depth: Number(depth) });
  await groma.message(TEXTS[await groma.language()].saved);
}

async function selectAll(): Promise<void> {
  const { objects } = await groma.objects.list(TYPE);
  await groma.selection.set(objects.map(({ id }) => id));
}

start({
  tools: { place },
  commands: { select: selectAll },
  panels: { list: { opened: list, pressed: list, submitted: saveDepth } },
});
