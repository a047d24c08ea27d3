/** Timeouts of the mail server, milliseconds. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Reads `GROMA_SMTP` as options of nodemailer, and the sender. Throws an error with a message for the operator. */
export function smtpOptions(setting: string) {
  const url = URL.canParse(setting) ? new URL(setting) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error(
      'GROMA_SMTP cannot be used: give smtp://user:password@host:port?from=address, or smtps:// for TLS from the start.',
    );
  const user = decodeURIComponent(url.username);
  const from = url.searchParams.get('from') ?? user;
  if (!/^[^\r\n]*@[^\s@]+$/.test(from))
    throw new Error('GROMA_SMTP names no sender: add ?from=address to it, such as ?from=groma@example.org.');
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && user !== '' && !/^(localhost|127\.|\[::1\])/.test(url.hostname),
    auth: user === '' ? undefined : { user, pass: decodeURIComponent(url.password) },
    from,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...PATIENCE,
  };
}
