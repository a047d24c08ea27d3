import {
  groma,
  start,
  type Block,
  type MapObject,
  type ReadFile,
  type ReadObject,
  type SearchResult,
  type WrittenFile,
} from './groma.ts';
import { lineOf, nameOf, pointOf, stationOf } from './stations.ts';

const TYPE = 'Station';
const AT_ONCE = 1000;
/** Values of a chart, at most. */
const MOST_SHOWN = 2000;
const TEXTS = {
  en: {
    none: 'No stations are loaded: open a project that has some, or import a station list.',
    some: 'Not all stations of the project are shown.',
    title: 'Heights of stations',
    station: 'Station',
    height: 'Height [m]',
    again: 'Read again',
    wrong: (line: number) => `Line ${line} is none of name;longitude;latitude;height.`,
  },
  it: {
    none: 'Nessuna stazione caricata: apri un progetto che ne ha, o importa un elenco di stazioni.',
    some: 'Non tutte le stazioni del progetto sono mostrate.',
    title: 'Quote delle stazioni',
    station: 'Stazione',
    height: 'Quota [m]',
    again: 'Leggi di nuovo',
    wrong: (line: number) => `La riga ${line} non è nome;longitudine;latitudine;quota.`,
  },
};

/** A line a station: `P1;12.4924;41.8902;35.20`. The import wizard shows what was read before anything is saved. */
async function read({ bytes, add }: ReadFile): Promise<void> {
  const texts = TEXTS[await groma.language()];
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/);
  let stations: ReadObject[] = [];
  for (const [n, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const station = stationOf(line);
    if (!station) throw new Error(texts.wrong(n + 1));
    stations.push(station);
    if (stations.length < AT_ONCE) continue;
    await add(stations);
    stations = [];
  }
  if (stations.length > 0) await add(stations);
}

async function write({ objects, write: append }: WrittenFile): Promise<void> {
  for (let from = 0; from < objects.length; from += AT_ONCE) {
    await append(
      objects
        .slice(from, from + AT_ONCE)
        .map(lineOf)
        .join(''),
    );
  }
}

async function show(place: 'heights' | 'profile'): Promise<void> {
  const texts = TEXTS[await groma.language()];
  const { objects, complete } = await loadedStations();
  const stations = objects.slice(0, MOST_SHOWN);
  const blocks: Block[] = [];
  if (stations.length === 0) blocks.push({ kind: 'text', text: texts.none });
  else {
    if (!complete || stations.length < objects.length) blocks.push({ kind: 'text', text: texts.some });
    blocks.push({
      kind: 'chart',
      form: 'bars',
      title: texts.title,
      across: { title: texts.station, values: stations.map(nameOf) },
      up: { title: texts.height },
      series: [{ title: texts.height, values: stations.map((each) => pointOf(each)[2] ?? null) }],
    });
  }
  blocks.push({ kind: 'button', id: 'again', label: texts.again });
  await groma.panel.show(place, blocks);
}

/** None where no project is open, as on a page. */
async function loadedStations(): Promise<{ objects: MapObject[]; complete: boolean }> {
  const none = { objects: [], complete: true };
  const { objects, complete } = await groma.objects.list(TYPE).catch(() => none);
  return { objects: objects.filter(({ location }) => location.type === 'Point'), complete };
}

async function find(text: string): Promise<SearchResult[]> {
  const { objects } = await loadedStations();
  return objects
    .filter((station) => nameOf(station).toLowerCase().includes(text.toLowerCase()))
    .slice(0, 20)
    .map((station) => ({ id: station.id, title: nameOf(station), detail: pointOf(station).join(', ') }));
}

async function chosen(id: string): Promise<void> {
  const { objects } = await loadedStations();
  const station = objects.find((each) => each.id === id);
  if (!station) return;
  const [east = 0, north = 0] = pointOf(station);
  await groma.view.show([east, north], 18);
  await groma.selection.set([id]);
}

start({
  importers: { list: read },
  exporters: { list: write },
  pages: { heights: { opened: () => show('heights'), pressed: () => show('heights') } },
  panels: { profile: { opened: () => show('profile'), pressed: () => show('profile') } },
  finders: { stations: { find, chosen } },
});
