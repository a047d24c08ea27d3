import { createHash } from 'node:crypto';
import { change as changeSchema, type GeometryChange, type Language } from '#core/protocol';
import { isCleanText } from '../../../base/clean-text.ts';
import { sentence } from '../../../base/language.ts';
import { parsePart } from '../../../http/parse.ts';
import { HttpError } from '../../../base/http-error.ts';
import { storedLocation, type StoredLocation } from '../writes.ts';

/** One well-formed change of the list; `place` is its index in the list. */
export interface Incoming {
  place: number;
  change: GeometryChange;
  location: StoredLocation | undefined;
  /** SHA-256 of the content, hexadecimal. */
  hash: string;
}

/** A malformed change, with the reason. */
export interface Malformed {
  place: number;
  clientId: string;
  detail: string;
}

export function readIncoming(
  list: readonly unknown[],
  language: Language,
): { good: Incoming[]; bad: Malformed[] } {
  const good: Incoming[] = [];
  const bad: Malformed[] = [];
  list.forEach((raw, place) => {
    const read = readChange(raw, language);
    if ('reason' in read)
      bad.push({
        place,
        clientId: clientIdOf(raw),
        detail: sentence(language, 'geometries.malformed', { reason: read.reason }),
      });
    else good.push({ place, ...read });
  });
  return { good, bad };
}

function readChange(raw: unknown, language: Language): Omit<Incoming, 'place'> | { reason: string } {
  try {
    const change = parsePart('body', changeSchema, raw, language);
    if (!isCleanText(change.clientId)) return { reason: 'clientId' };
    const location = change.location && storedLocation(change.location);
    return { change, location, hash: hashOf(change, location?.text) };
  } catch (thrown) {
    const [first] = (thrown instanceof HttpError && thrown.more.errors) || [];
    if (!first) throw thrown;
    return { reason: `${first.path.replace(/^body\.?/, '')}: ${first.message}`.replace(/^: |\.$/g, '') };
  }
}

function clientIdOf(raw: unknown): string {
  const { clientId } = (raw ?? {}) as { clientId?: unknown };
  return typeof clientId === 'string' ? clientId.slice(0, 64) : '';
}

function hashOf(
  { id, version, deleted, typeName, properties, relatesTo, labelAt, split, plugin }: GeometryChange,
  location?: string,
): string {
  const content: unknown[] = [id, version, deleted, typeName, properties, relatesTo, location];
  // What was sent before there were moved labels keeps its hash.
  if (labelAt) content.push(labelAt);
  if (split) content.push(split);
  if (plugin !== undefined) content.push(plugin);
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/**
 * Divides the list into rounds that can each be decided and written together: of changes with a common key (their
 * object, the client id they come from), the later one waits for the next round.
 */
export function roundsOf(
  changes: readonly Incoming[],
  keysOf: (incoming: Incoming) => readonly string[],
): Incoming[][] {
  const rounds: Incoming[][] = [];
  const next = new Map<string, number>();
  for (const incoming of changes) {
    const keys = keysOf(incoming);
    const round = Math.max(...keys.map((key) => next.get(key) ?? 0));
    (rounds[round] ??= []).push(incoming);
    for (const key of keys) next.set(key, round + 1);
  }
  return rounds;
}
