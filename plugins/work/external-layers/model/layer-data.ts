import type { I18n } from '#core/i18n';
import { AppError, isAbort } from '#core/kernel';
import { PICTURE_HOSTS, type Problem } from '#core/protocol';
import type { Session } from '#core/session';

/** HTTP status of an expired session token. */
const EXPIRED = 406;

/** Fetches what the servers of layers answer, through this server. */
export class LayerData {
  readonly #session: Pick<Session, 'token' | 'refresh'>;
  readonly #i18n: Pick<I18n, 't' | 'language'>;

  constructor(session: Pick<Session, 'token' | 'refresh'>, i18n: Pick<I18n, 't' | 'language'>) {
    this.#session = session;
    this.#i18n = i18n;
  }

  /** `range` as the header: `bytes=0-1023`. Throws AppError with the reason; `status` 404: nothing is there. */
  async fetch(id: string, address: string, signal?: AbortSignal, range?: string): Promise<Response> {
    const path = `/api/external-layers/${id}/data?url=${encodeURIComponent(address)}`;
    const send = (jwt: string) =>
      fetch(path, {
        headers: { jwt, 'accept-language': this.#i18n.language, ...(range === undefined ? {} : { range }) },
        ...(signal ? { signal } : {}),
      });
    const token = this.#session.token ?? '';
    let response: Response;
    try {
      response = await send(token);
      if (response.status === EXPIRED) response = await send(await this.#session.refresh(token));
    } catch (thrown) {
      if (isAbort(thrown)) throw thrown;
      throw new AppError('external-layer', this.#i18n.t('external-layers:problem.offline'), {
        cause: thrown,
      });
    }
    if (response.ok) return response;
    const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
    const { status } = response;
    throw new AppError('external-layer', problem.detail ?? `HTTP ${status}`, { status, cause: problem });
  }

  /** Throws AppError, also where the answer is no image. */
  async image(id: string, address: string, signal?: AbortSignal): Promise<ImageBitmap> {
    if (PICTURE_HOSTS.includes(new URL(address).origin)) return this.#direct(address);
    const response = await this.fetch(id, address, signal);
    const type = response.headers.get('content-type') ?? '';
    if (!type.startsWith('image/')) throw this.#noImage(type, await response.text());
    const blob = await response.blob();
    try {
      return await createImageBitmap(blob);
    } catch (thrown) {
      throw new AppError('external-layer', this.#i18n.t('external-layers:problem.damaged'), {
        cause: thrown,
      });
    }
  }

  /** From a site from which pages may load pictures themselves. */
  async #direct(address: string): Promise<ImageBitmap> {
    const image = new Image();
    image.crossOrigin = 'anonymous';
    image.src = address;
    try {
      await image.decode();
    } catch (thrown) {
      const host = new URL(address).host;
      const sentence = this.#i18n.t('external-layers:problem.unreachable', { host });
      throw new AppError('external-layer', sentence, { cause: thrown });
    }
    return createImageBitmap(image);
  }

  /** A WMS states errors as XML; what is no WMS answers with a web page, or with nothing. */
  #noImage(type: string, text: string): AppError {
    const t = (key: string, values?: Record<string, string>) =>
      this.#i18n.t(`external-layers:problem.${key}`, values);
    const stated = /<(?:\w+:)?(?:ServiceException|ExceptionText)(?:\s[^>]*)?>([\s\S]*?)<\//.exec(text)?.[1];
    const reason = stated
      ?.replace(/<!\[CDATA\[|\]\]>/g, '')
      .trim()
      .slice(0, 300);
    if (reason) return new AppError('external-layer', t('stated', { reason }));
    if (text.trim() === '') return new AppError('external-layer', t('empty'));
    return new AppError('external-layer', t(/<html|<!doctype/i.test(text) ? 'page' : 'no-image', { type }));
  }
}
