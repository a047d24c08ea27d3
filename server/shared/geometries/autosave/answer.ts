import type { ChangeAnswer, Language } from '#core/protocol';
import { sentence } from '../../../base/language.ts';
import { aboutText, objectText } from '../about.ts';
import type { Decision } from '../changes/decide.ts';
import type { Incoming, Malformed } from './incoming.ts';

/** JSON text of the response to one change. */
export function answerText(incoming: Incoming, decision: Decision, language: Language): string {
  switch (decision.status) {
    case 'write':
      return savedText(incoming, decision.write);
    case 'done':
      return savedText(incoming, decision);
    case 'refused': {
      const { id, fault } = decision;
      const detail = sentence(language, fault.key, fault.values);
      return text({ clientId: incoming.change.clientId, id, status: 'refused', detail });
    }
    case 'conflict': {
      const { id, current } = decision;
      const detail = sentence(
        language,
        current ? 'geometries.changed-elsewhere' : 'geometries.deleted-elsewhere',
      );
      const head = text({ clientId: incoming.change.clientId, id, status: 'conflict', detail }).slice(0, -1);
      return `${head},"current":${current ? objectText(id, current.location, aboutText(current.about)) : 'null'}}`;
    }
  }
}

export function savedText({ change }: Incoming, { id, version }: { id: string; version: number }): string {
  return text({ clientId: change.clientId, id, status: 'saved', version });
}

export function malformedText({ clientId, detail }: Malformed): string {
  return text({ clientId, id: null, status: 'refused', detail });
}

function text(answer: ChangeAnswer): string {
  return JSON.stringify(answer);
}
