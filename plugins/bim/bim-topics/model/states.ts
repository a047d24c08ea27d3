import { TOPIC_STATES, type BimTopic } from '#core/protocol';

type Translate = (key: string) => string;

const KEYS = new Map<string, string>(
  TOPIC_STATES.map((state) => [state, `state.${state.toLowerCase().replace(' ', '-')}`]),
);

/** The title of a status; files of other programs have words of their own, which are shown as they are. */
export function statusTitle(status: string, t: Translate): string {
  const key = KEYS.get(status);
  return key === undefined ? status : t(key);
}

/** What the status of a topic can become. */
export function statusOptions(status: string, t: Translate): { value: string; title: string }[] {
  return [...new Set([...TOPIC_STATES, status])].map((value) => ({ value, title: statusTitle(value, t) }));
}

const CLOSED = new Set(['closed', 'resolved']);

export const isClosed = ({ status }: Pick<BimTopic, 'status'>): boolean => CLOSED.has(status.toLowerCase());
