export { readAuthored } from './read-authored.ts';

const FRAME = '/extensions/author.html';

/** Follows an address in a frame until it is stopped. `onSent`: what its tool sends; undefined: it does not answer. */
export function openFrame(
  page: Document,
  address: string,
  onSent: (sent: string | undefined) => void,
  stopped: AbortSignal,
): void {
  const frame = page.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  // Browsers ask the person before a page reaches the own machine, and a frame needs the page's leave, too.
  frame.setAttribute('allow', 'local-network-access; loopback-network');
  frame.hidden = true;
  frame.src = FRAME;
  frame.addEventListener('load', () => frame.contentWindow?.postMessage(address, '*'));
  page.defaultView!.addEventListener(
    'message',
    ({ source, data }) => {
      if (source !== frame.contentWindow || source === null) return;
      const sent: unknown = (data as { sent?: unknown } | null)?.sent;
      onSent(typeof sent === 'string' ? sent : undefined);
    },
    { signal: stopped },
  );
  stopped.addEventListener('abort', () => frame.remove());
  page.body.append(frame);
}

/** The own machine, without encryption, or an origin that the operator has named. */
export function isAllowed(address: string, origins: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, origin } = new URL(address);
  return (protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname)) || origins.includes(origin);
}
