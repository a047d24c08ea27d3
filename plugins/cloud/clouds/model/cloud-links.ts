import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { createCloudLink, deleteCloudLink, listCloudLinks, type CloudLink } from '#core/protocol';

const DAY = 86_400_000;

/** A link just made, whose address is known only now. */
export interface MadeLink {
  readonly id: string;
  readonly name: string;
  readonly url: string;
}

export function hasEnded({ expiresAt }: CloudLink): boolean {
  return Date.parse(expiresAt) <= Date.now();
}

/** The links to a point cloud. */
export class CloudLinks {
  /** Newest first; undefined until they have come. */
  links: readonly CloudLink[] | undefined = undefined;
  error: unknown = undefined;
  made: MadeLink | undefined = undefined;
  readonly #api: Pick<Api, 'call'>;
  readonly #params: { readonly id: string };

  constructor(api: Pick<Api, 'call'>, id: string) {
    this.#api = api;
    this.#params = { id };
    makeAutoObservable(this, { links: observableRef, error: observableRef, made: observableRef });
  }

  async load(): Promise<void> {
    try {
      const { data } = await this.#api.call(listCloudLinks, { params: this.#params });
      runInAction(() => {
        this.links = data;
        this.error = undefined;
      });
    } catch (error) {
      runInAction(() => (this.error = error));
    }
  }

  /** Throws AppError with the server's sentence. */
  async make(name: string, days: number): Promise<void> {
    const body = { name, expiresAt: new Date(Date.now() + days * DAY).toISOString() };
    const { data } = await this.#api.call(createCloudLink, { params: this.#params, body });
    const { url, ...link } = data;
    runInAction(() => {
      this.links = [link, ...(this.links ?? [])];
      this.made = { id: link.id, name: link.name, url };
    });
  }

  /** Its address is kept elsewhere, and is not shown again. */
  forget(): void {
    this.made = undefined;
  }

  /** Throws AppError with the server's sentence. */
  async revoke({ id }: CloudLink): Promise<void> {
    await this.#api.call(deleteCloudLink, { params: { ...this.#params, linkId: id } });
    runInAction(() => {
      this.links = this.links?.filter((link) => link.id !== id);
      if (this.made?.id === id) this.made = undefined;
    });
  }
}
