import { ServerList, type Api } from '#core/api';
import {
  deleteNotification,
  listAudiences,
  listNotifications,
  listReaders,
  listSent,
  readNotifications,
  sendNotification,
  type AnswerOf,
  type Audience,
  type Notification,
  type SentNotification,
} from '#core/protocol';

export interface Draft {
  to: readonly Audience[];
  subject: string;
  text: string;
  channels: ('app' | 'mail')[];
  /** What it is about. */
  projectId?: string;
}
export type Reader = AnswerOf<typeof listReaders>[number];

/** The person's received and sent messages. */
export class MessageLists {
  readonly received: ServerList<Notification>;
  readonly sent: ServerList<SentNotification>;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    const newest = { orderby: 'at', order: 'desc' } as const;
    this.received = new ServerList(
      (query, signal) => api.call(listNotifications, { query }, { signal }),
      newest,
    );
    this.sent = new ServerList((query, signal) => api.call(listSent, { query }, { signal }), newest);
  }

  async find(search: string, signal: AbortSignal): Promise<AnswerOf<typeof listAudiences>> {
    return (await this.#api.call(listAudiences, { query: { search } }, { signal })).data;
  }

  /** Throws AppError with the server's message. */
  async send({ to, ...message }: Draft): Promise<SentNotification> {
    const ids = (kind: Audience['kind']) => to.filter((each) => each.kind === kind).map(({ id }) => id);
    const { data } = await this.#api.call(sendNotification, {
      body: {
        ...message,
        userIds: ids('user'),
        groupIds: ids('group'),
        roleIds: ids('role'),
        organization: ids('organization').length > 0,
      },
    });
    await this.sent.reload();
    return data;
  }

  readersOf({ id }: SentNotification): ServerList<Reader> {
    return new ServerList<Reader>(
      (query, signal) => this.#api.call(listReaders, { params: { id }, query }, { signal }),
      { orderby: 'name', order: 'asc', paginate: 10 },
    );
  }

  async read({ id }: Notification): Promise<void> {
    await this.#api.call(readNotifications, { body: { ids: [id] } });
    await this.received.reload();
  }

  async remove({ id }: Notification): Promise<void> {
    await this.#api.call(deleteNotification, { params: { id } });
    await this.received.reload();
  }
}
