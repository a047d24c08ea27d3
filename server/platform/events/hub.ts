import { Lifetime } from '#core/kernel';
import type { LiveEvents } from '#core/protocol';
import { every } from '../../base/every.ts';
import type { Database, Queries } from '../db/database.ts';
import { rightsOf } from './rights.ts';
import { eventText, payloadFor, type EventRow, type ClientRights } from './sent-to.ts';
import type { Composed, EventStream, Follower } from './stream.ts';

const CHANNEL = 'groma_events';
/** An arbitrary advisory lock number. */
const TURN = 47_663;
/**
 * A process that freezes between announcement and commit would block all others: the database ends its transaction.
 */
const MAX_HOLD = '10s';
const SECOND = 1000;
/** Proxies and browsers close a silent connection after 30 to 60 s. */
const HEARTBEAT = 15 * SECOND;
const PRUNING = 300 * SECOND;
const PAGE = 200;

export interface HubOptions {
  /** Milliseconds between heartbeats, when rights are also checked again. */
  heartbeat?: number;
  /** How long events are kept for reconnecting clients, in seconds, and how many at most. */
  keepSeconds?: number;
  keepRows?: number;
}

/**
 * The event stream from the table `events`: one reader per process, notified by the database, serves all its clients.
 */
export async function openEvents(db: Database, options: HubOptions = {}): Promise<EventHub> {
  const hub = new EventHub(db, options);
  await hub.open();
  return hub;
}

export class EventHub implements EventStream {
  #db: Database;
  #options: Required<HubOptions>;
  #followers = new Set<Follower>();
  /** All reading goes through one queue, so that new clients miss nothing and receive nothing twice. */
  #queue: Promise<void> = Promise.resolve();
  #waking = false;
  #last = 0;
  #timers = new Lifetime();
  #silence: (() => Promise<void>) | undefined;
  #closed = false;

  constructor(db: Database, options: HubOptions) {
    this.#db = db;
    this.#options = { heartbeat: HEARTBEAT, keepSeconds: 3600, keepRows: 100_000, ...options };
  }

  async open(): Promise<void> {
    this.#silence = await this.#db.listen(CHANNEL, () => this.#wake());
    const beat = () => this.#inTurn(() => this.#beat());
    this.#timers.add(every(this.#options.heartbeat, 'Keeping event streams open', beat));
    this.#timers.add(every(PRUNING, 'Removing old events', () => this.prune()));
  }

  async announce<K extends keyof LiveEvents>(
    tx: Queries,
    kind: K,
    to: { projectId?: string; userId?: string | readonly string[]; typeNames?: readonly string[] },
    payload: LiveEvents[K] | Composed,
  ): Promise<void> {
    const people = typeof to.userId === 'string' ? [to.userId] : to.userId;
    if (people?.length === 0) return;
    const text = 'composed' in payload ? payload.composed : JSON.stringify(payload);
    await tx.query(
      `with turn as materialized (
         select pg_advisory_xact_lock(${TURN}), set_config('idle_in_transaction_session_timeout', '${MAX_HOLD}', true))
       insert into events (kind, project_id, user_id, type_names, payload)
       select $1, $2::uuid, person, $4::text[], $5 from turn left join unnest($3::uuid[]) person on true returning pg_notify('${CHANNEL}', '')`,
      [kind, to.projectId ?? null, people ?? null, to.typeNames ?? [], text],
    );
  }

  streamsOf(userId: string): number {
    return [...this.#followers].filter(({ caller }) => caller.userId === userId).length;
  }

  async follow(follower: Follower): Promise<{ stop(): void }> {
    await this.#inTurn(() => this.#join(follower));
    return { stop: () => void this.#followers.delete(follower) };
  }

  /** Deletes expired events; the newest one stays, to know which ids are gone. */
  async prune(): Promise<void> {
    await this.#db.query(
      `delete from events where (at < now() - make_interval(secs => $1) or id <= (select max(id) from events) - $2)
         and id < (select max(id) from events)`,
      [this.#options.keepSeconds, this.#options.keepRows],
    );
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#timers.dispose();
    this.#endAll();
    await this.#silence?.();
    await this.#queue;
    // Those who joined meanwhile.
    this.#endAll();
  }

  #endAll(): void {
    for (const follower of this.#followers) follower.end();
    this.#followers.clear();
  }

  #wake(): void {
    if (this.#waking || this.#closed) return;
    this.#waking = true;
    this.#soon(async () => {
      this.#waking = false;
      await this.#catchUp();
    });
  }

  /** Background work: failures (such as a lost database) are repaired at the next heartbeat. */
  #soon(work: () => Promise<void>): void {
    this.#inTurn(work).catch(() => {});
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => {});
    return turn;
  }

  async #join(follower: Follower): Promise<void> {
    if (this.#closed) return follower.end();
    if (this.#followers.size === 0) {
      const [newest] = await this.#db.query<{ id: number | null }>('select max(id) as id from events');
      this.#last = newest?.id ?? 0;
    } else {
      await this.#catchUp();
    }
    await this.#resume(follower);
    this.#followers.add(follower);
  }

  async #resume(follower: Follower): Promise<void> {
    const { after } = follower;
    if (after === undefined) return follower.send(`id: ${this.#last}\n\n`);
    const [stored] = await this.#db.query<{ first: number | null }>('select min(id) as first from events');
    if (after > this.#last || after < (stored?.first ?? 1) - 1)
      return follower.send(eventText(this.#last, 'reload', '{}'));
    for (let from = after; from < this.#last;) {
      const rows = await this.#read(from, this.#last, follower);
      const [rights] = await rightsOf(this.#db, [follower]);
      for (const row of rows) deliver(row, follower, rights!);
      from = rows.length < PAGE ? this.#last : rows.at(-1)!.id;
    }
  }

  async #catchUp(): Promise<void> {
    if (this.#followers.size === 0) return;
    for (;;) {
      const rows = await this.#read(this.#last, undefined, undefined);
      if (rows.length === 0) return;
      const concerned = [...this.#followers].filter((follower) =>
        rows.some((row) => concerns(row, follower)),
      );
      const rights = await rightsOf(this.#db, concerned);
      for (const row of rows)
        concerned.forEach((follower, n) => {
          if (this.#followers.has(follower)) this.#send(row, follower, rights[n]!);
        });
      this.#last = rows.at(-1)!.id;
      if (rows.length < PAGE) return;
    }
  }

  #send(row: EventRow, follower: Follower, rights: ClientRights): void {
    if (rights.alive) return deliver(row, follower, rights);
    this.#dismiss(follower, rights);
  }

  /** Events after `from`; for one client where given, so that a long absence is not read completely. */
  #read(from: number, to: number | undefined, follower: Follower | undefined): Promise<EventRow[]> {
    return this.#db.query<EventRow>(
      `select id, kind, project_id as "projectId", user_id as "userId", type_names as "typeNames", payload from events
       where id > $1 and ($2::bigint is null or id <= $2)
         and ($3::uuid is null or user_id = $3 or (user_id is null and (project_id is null or project_id = $4)))
       order by id limit ${PAGE}`,
      [from, to ?? null, follower?.caller.userId ?? null, follower?.projectId ?? null],
    );
  }

  async #beat(): Promise<void> {
    await this.#catchUp();
    const followers = [...this.#followers];
    if (followers.length === 0) return;
    const rights = await rightsOf(this.#db, followers);
    followers.forEach((follower, n) => {
      const may = rights[n]!;
      if (may.alive && may.member) follower.send(': still here\n\n');
      else this.#dismiss(follower, may);
    });
  }

  #dismiss(follower: Follower, rights: ClientRights): void {
    this.#followers.delete(follower);
    if (!rights.alive) follower.send(eventText(this.#last, 'session', '{"reason":"ended"}'));
    follower.end();
  }
}

function concerns(row: EventRow, { caller, projectId }: Follower): boolean {
  if (row.userId !== null) return row.userId === caller.userId;
  return row.projectId === null || row.projectId === projectId;
}

function deliver(row: EventRow, follower: Follower, rights: ClientRights): void {
  // Another session of theirs.
  if (row.kind === 'session' && rights.alive && row.payload.includes('"ended"')) return;
  const payload = payloadFor(row, { userId: follower.caller.userId, projectId: follower.projectId }, rights);
  if (payload !== undefined) follower.send(eventText(row.id, row.kind, payload));
}
