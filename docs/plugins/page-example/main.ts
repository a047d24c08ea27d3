import { groma, start, type Block, type FieldValues, type Geometry } from './groma.ts';
import { levelsIn } from './levels.ts';

/** Answers with `[{ "name": "Gauge 1", "level": 2.31 }]`, metres. */
const SERVICE = 'https://levels.example.org/today.json';
const DOCUMENT = 'gauges';
const COLOUR = '#0072b2';
const TEXTS = {
  en: {
    none: 'No gauges yet: set one with the tool of the map.',
    gauge: 'Gauge',
    level: 'Level [m]',
    levels: 'Water levels',
    note: 'Note level',
    ask: 'Ask the service',
    asked: (count: number) => `The service knows ${count} of the gauges.`,
    refused: (status: number) => `The service does not answer (status ${status}).`,
    unreadable: 'The answer of the service cannot be read.',
  },
  it: {
    none: 'Ancora nessun idrometro: collocane uno con lo strumento della mappa.',
    gauge: 'Idrometro',
    level: 'Livello [m]',
    levels: 'Livelli dell’acqua',
    note: 'Annota livello',
    ask: 'Chiedi al servizio',
    asked: (count: number) => `Il servizio conosce ${count} degli idrometri.`,
    refused: (status: number) => `Il servizio non risponde (stato ${status}).`,
    unreadable: 'La risposta del servizio non è leggibile.',
  },
};

interface Gauge {
  name: string;
  location: Geometry;
  /** Metres, the newest last. */
  levels: number[];
}

const textsNow = async () => TEXTS[await groma.language()];

/** The gauges of the organization, and the version of the document, 0 where there is none yet. */
async function read(): Promise<{ gauges: Gauge[]; version: number }> {
  const found = await groma.store.open('organization', DOCUMENT);
  return { gauges: (found?.value as Gauge[] | undefined) ?? [], version: found?.version ?? 0 };
}

/** Rejects where somebody else has changed the gauges meanwhile; then nothing of theirs is lost. */
async function change(changed: (gauges: Gauge[]) => void): Promise<void> {
  const { gauges, version } = await read();
  changed(gauges);
  await groma.store.replace('organization', DOCUMENT, gauges, version);
}

async function addGauge(location: Geometry): Promise<void> {
  const { gauge } = await textsNow();
  await change((gauges) => gauges.push({ name: `${gauge} ${gauges.length + 1}`, location, levels: [] }));
  await showOnMap();
}

async function showOnMap(): Promise<void> {
  const { gauges } = await read();
  await groma.overlay.show(
    gauges.map(({ location }) => ({ location, colour: COLOUR })),
    gauges.map(({ name, location, levels }) => ({
      position: placeOf(location),
      text: labelOf(name, levels),
    })),
  );
}

const labelOf = (name: string, levels: number[]) =>
  levels.length === 0 ? name : `${name}: ${levels.at(-1)!.toFixed(2)} m`;

function placeOf({ coordinates }: Geometry): [number, number] {
  const [longitude = 0, latitude = 0] = coordinates as number[];
  return [longitude, latitude];
}

async function showPage(): Promise<void> {
  const texts = await textsNow();
  const { gauges } = await read();
  const blocks: Block[] = [];
  if (gauges.length === 0) blocks.push({ kind: 'text', text: texts.none });
  else blocks.push(...tableAndForm(gauges, texts));
  await groma.panel.show('levels', blocks);
}

function tableAndForm(gauges: Gauge[], texts: (typeof TEXTS)['en' | 'it']): Block[] {
  const longest = Math.max(...gauges.map(({ levels }) => levels.length));
  const choices = gauges.map(({ name }) => ({ value: name, label: name }));
  const [first] = choices;
  return [
    {
      kind: 'table',
      columns: [texts.gauge, texts.level],
      rows: gauges.map(({ name, levels }) => [name, levels.at(-1) ?? '–']),
    },
    ...(longest === 0
      ? []
      : [
          {
            kind: 'chart' as const,
            form: 'line' as const,
            title: texts.levels,
            across: { title: '', values: Array.from({ length: longest }, (_, n) => n + 1) },
            up: { title: texts.level },
            // A chart has six series at most.
            series: gauges.slice(0, 6).map(({ name, levels }) => ({
              title: name,
              values: Array.from({ length: longest }, (_, n) => levels[n] ?? null),
            })),
          },
        ]),
    {
      kind: 'form',
      id: 'note',
      submit: texts.note,
      fields: [
        { name: 'gauge', label: texts.gauge, type: 'choice', value: first?.value ?? '', choices },
        { name: 'level', label: texts.level, type: 'number', value: 0 },
      ],
    },
    { kind: 'button', id: 'ask', label: texts.ask },
  ];
}

async function noteLevel(_form: string, { gauge, level }: FieldValues): Promise<void> {
  await change((gauges) => gauges.find(({ name }) => name === gauge)?.levels.push(Number(level)));
  await showPage();
}

/** Asked by the server of Groma, and only the host that was granted. */
async function askService(): Promise<void> {
  const texts = await textsNow();
  const { status, body } = await groma.fetch(SERVICE, { headers: { accept: 'application/json' } });
  if (status !== 200) throw new Error(texts.refused(status));
  const levels = levelsIn(body);
  if (!levels) throw new Error(texts.unreadable);
  let known = 0;
  await change((gauges) => {
    for (const gauge of gauges) {
      const level = levels.get(gauge.name);
      if (level === undefined) continue;
      gauge.levels.push(level);
      known += 1;
    }
  });
  await groma.message(texts.asked(known));
  await showPage();
}

start({
  drawn: { gauge: addGauge },
  commands: { show: showOnMap, hide: () => groma.overlay.show([]) },
  pages: { levels: { opened: showPage, pressed: askService, submitted: noteLevel } },
});
