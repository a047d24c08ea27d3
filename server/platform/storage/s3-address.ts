export interface S3Address {
  bucket: string;
  /** Prefix of every key; empty or ending in `/`. */
  prefix: string;
  endpoint: string | undefined;
  region: string;
  pathStyle: boolean;
}

const USAGE =
  'give s3://bucket or s3://bucket/folder, and where the store is not Amazon’s ?endpoint=https://…&region=…&pathStyle=1';

/** Parses `s3://bucket/folder?endpoint=…&region=…&pathStyle=1`. Throws an error with a message for the operator. */
export function readS3Address(
  text: string,
  env: NodeJS.ProcessEnv = process.env,
  variable = 'GROMA_STORAGE',
): S3Address {
  const wrong = (what: string) => new Error(`${variable} cannot be used: ${what}; ${USAGE}.`);
  const url = parsed(text);
  if (url?.protocol !== 's3:') throw wrong('it is no s3:// address');
  if (url.username || url.password)
    throw wrong('keys do not belong into it but into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const bucket = url.hostname;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw wrong(`“${bucket}” is no name of a bucket`);
  const known = ['endpoint', 'region', 'pathStyle'];
  const other = [...url.searchParams.keys()].find((name) => !known.includes(name));
  if (other !== undefined) throw wrong(`it knows no setting “${other}”`);
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !/^https?:$/.test(parsed(endpoint)?.protocol ?? ''))
    throw wrong(`the endpoint “${endpoint}” is no http or https address`);
  const folder = url.pathname.replace(/^\/+|\/+$/g, '');
  return {
    bucket,
    prefix: folder === '' ? '' : `${folder}/`,
    endpoint,
    region: url.searchParams.get('region') ?? env['AWS_REGION'] ?? 'us-east-1',
    pathStyle: ['1', 'true'].includes(url.searchParams.get('pathStyle') ?? ''),
  };
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
