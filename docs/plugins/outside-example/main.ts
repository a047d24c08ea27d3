import {
  groma,
  start,
  type Block,
  type FieldValues,
  type Geometry,
  type MapObject,
  type ReadFile,
} from './groma.ts';
import { textsNow } from './texts.ts';
import { wellOf } from './wells.ts';

const TYPE = 'Well';
/** Objects that an importer passes on at once. */
const AT_ONCE = 1000;

/** The settings of a project, stored on the server. */
interface Settings {
  count: number;
  depth: number;
}

async function readSettings(): Promise<Settings> {
  return ((await groma.store.get('project', 'settings')) as Settings | undefined) ?? { count: 0, depth: 10 };
}

async function place(location: Geometry): Promise<void> {
  const { count, depth } = await readSettings();
  const properties = { number: count + 1, depth };
  await groma.objects.write({ create: [{ typeName: TYPE, location, properties }] });
  await groma.store.set('project', 'settings', { count: count + 1, depth });
  await list();
}

async function list(): Promise<void> {
  const texts = await textsNow();
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
  await groma.message((await textsNow()).saved);
}

async function selectAll(): Promise<void> {
  const { objects } = await groma.objects.list(TYPE);
  await groma.selection.set(objects.map(({ id }) => id));
}

/** A line a well. The import wizard shows what was read before anything is saved. */
async function readList({ bytes, add }: ReadFile): Promise<void> {
  const texts = await textsNow();
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/);
  const wells = lines.flatMap((line, n) => {
    const well = wellOf(line);
    if (!well && line.trim() !== '') throw new Error(texts.wrong(n + 1));
    return well ?? [];
  });
  for (let from = 0; from < wells.length; from += AT_ONCE) await add(wells.slice(from, from + AT_ONCE));
}

/** A page is of no project: its notes are those of the organization. */
async function showNotes(): Promise<void> {
  const texts = await textsNow();
  const notes = await readNotes();
  await groma.panel.show('notes', [
    ...(notes.length > 0
      ? [{ kind: 'table' as const, columns: [texts.note], rows: notes.map((note) => [note]) }]
      : [{ kind: 'text' as const, text: texts.noNotes }]),
    {
      kind: 'form',
      id: 'note',
      fields: [{ name: 'note', label: texts.note, type: 'text' }],
      submit: texts.add,
    },
  ]);
}

async function readNotes(): Promise<string[]> {
  return ((await groma.store.get('organization', 'notes')) as string[] | undefined) ?? [];
}

async function addNote(_form: string, { note }: FieldValues): Promise<void> {
  await groma.store.set('organization', 'notes', [...(await readNotes()), String(note)]);
  await showNotes();
}

start({
  drawn: { place },
  commands: { select: selectAll },
  importers: { list: readList },
  pages: { notes: { opened: showNotes, submitted: addNote } },
  panels: { list: { opened: list, pressed: list, submitted: saveDepth } },
});
