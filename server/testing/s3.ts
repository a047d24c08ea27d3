import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';

const BUCKET = 'groma';

export interface TestS3 {
  /** Value of GROMA_STORAGE. */
  url: string;
  /** Goes offline like a store whose machine is down; its contents stay. */
  stop(): Promise<void>;
  /** Comes back at the same URL with its contents. */
  start(): Promise<void>;
  /** Its keys. */
  keys(): Promise<string[]>;
  remove(): Promise<void>;
}

/** A temporary store that checks signatures, in its own folder; its credentials are set in the environment. */
export async function startTestS3(): Promise<TestS3> {
  process.env['AWS_ACCESS_KEY_ID'] = 'S3RVER';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'S3RVER';
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'groma-s3-'));
  let port = 0;
  let server: S3rver | undefined;
  const start = async () => {
    const configureBuckets = [{ name: BUCKET, configs: [] }];
    server = new S3rver({ port, address: '127.0.0.1', silent: true, directory, configureBuckets });
    ({ port } = await server.run());
  };
  const stop = async () => {
    server?.httpServer?.closeAllConnections();
    await server?.close();
    server = undefined;
  };
  await start();
  return {
    url: `s3://${BUCKET}/work?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}&region=eu-south-1&pathStyle=1`,
    start,
    stop,
    keys: async () => {
      const files = await fs.readdir(path.join(directory, BUCKET), { recursive: true });
      return files
        .filter((file) => file.endsWith('._S3rver_object'))
        .map((file) => file.replace('._S3rver_object', ''));
    },
    remove: async () => {
      await stop();
      await fs.rm(directory, { recursive: true, force: true });
    },
  };
}
