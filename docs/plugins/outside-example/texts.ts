import { groma } from './groma.ts';

const TEXTS = {
  en: {
    none: 'No wells yet: place one with the tool, or import a list.',
    some: 'Not all wells of the project are loaded.',
    columns: ['Number', 'Depth [m]'],
    depth: 'Depth of the next well [m]',
    keep: 'Keep',
    again: 'Read again',
    saved: 'The next wells get this depth.',
    noNotes: 'No notes yet.',
    note: 'Note',
    add: 'Add note',
    wrong: (line: number) => `Line ${line} is none of number;longitude;latitude;depth.`,
  },
  it: {
    none: 'Ancora nessun pozzo: collocane uno con lo strumento, o importa un elenco.',
    some: 'Non tutti i pozzi del progetto sono caricati.',
    columns: ['Numero', 'Profondità [m]'],
    depth: 'Profondità del prossimo pozzo [m]',
    keep: 'Mantieni',
    again: 'Leggi di nuovo',
    saved: 'I prossimi pozzi avranno questa profondità.',
    noNotes: 'Ancora nessuna nota.',
    note: 'Nota',
    add: 'Aggiungi nota',
    wrong: (line: number) => `La riga ${line} non è numero;longitudine;latitudine;profondità.`,
  },
};

/** The texts in the language of the person. Those of the manifest have both languages there. */
export const textsNow = async () => TEXTS[await groma.language()];
