/** Groma's programs as separate processes, started as an operator does, and stopped or killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { LoginResult } from '#core/protocol';
import { COMPILED, runArguments } from '../server/base/programs.ts';

export const ROOT = path.resolve(import.meta.dirname, '..');
export const ADMIN = { email: 'admin@groma.test', password: 'correct horse battery' };

export interface Program {
  child: ChildProcess;
  /** Exit code; null where a signal ended it. */
  ended: Promise<number | null>;
  /** Its output so far, stdout and stderr. */
  output(): string;
  /** Resolves when the output contains the text. Throws an error with the output when the process ends before. */
  untilOutput(pattern: RegExp): Promise<RegExpExecArray>;
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * In tests, the embedded engine's code is compiled by V8's quick compiler alone: the optimizing one takes a second of a
 * core at each start, which a server that lives for minutes does not earn back. Benches measure what people run.
 */
const QUICK_START = process.env['VITEST'] === undefined ? [] : ['--liftoff-only'];

/** What Node.js is given to run the server of the program in `root`: of this one, a compiled copy if there is one. */
export function serverArguments(root: string): string[] {
  return [...QUICK_START, ...runArguments(pathToFileURL(path.join(root, 'server/app/start.ts')))];
}

/** Starts `server/app/<script>.ts` with these settings; the sources, as operators do. */
export function startProgram(script: 'start' | 'worker', env: Record<string, string>): Program {
  return run([...QUICK_START, '--import', 'tsx', `server/app/${script}.ts`], { [COMPILED]: '', ...env });
}

/** Starts the server with these settings: the compiled copy, if tests have made one, which is half of the cost. */
export function startCompiled(env: Record<string, string>): Program {
  return run(serverArguments(ROOT), env);
}

function run(args: string[], env: Record<string, string>): Program {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, GROMA_BUILD: '0', ...env },
  });
  let text = '';
  let look = () => {};
  const onOutput = (piece: Buffer) => {
    text += piece.toString();
    look();
  };
  child.stdout.on('data', onOutput);
  child.stderr.on('data', onOutput);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    child,
    ended,
    output: () => text,
    untilOutput: (pattern) =>
      new Promise((resolve, reject) => {
        look = () => {
          const found = pattern.exec(text);
          if (found) resolve(found);
        };
        look();
        void ended.then((code) =>
          reject(new Error(`It ended with ${code} before saying ${pattern}: ${text}`)),
        );
      }),
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Settings of every program in these checks. */
export function settings(more: Record<string, string>): Record<string, string> {
  return {
    GROMA_ADMIN_EMAIL: ADMIN.email,
    GROMA_ADMIN_PASSWORD: ADMIN.password,
    GROMA_TOKEN_SECONDS: '86400',
    ...more,
  };
}

export async function startServer(env: Record<string, string>): Promise<Program> {
  const server = startProgram('start', env);
  await server.untilOutput(/^Groma is ready/m);
  return server;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

export interface ProcessResponse<T> {
  status: number;
  body: T;
}

/** One call of the API; a lost connection is status 0. */
export async function call<T>(
  url: string,
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ProcessResponse<T>> {
  try {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      signal: AbortSignal.timeout(30_000),
      headers: {
        ...(token ? { jwt: token } : {}),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const json = /json/.test(answer.headers.get('content-type') ?? '') && text !== '';
    return { status: answer.status, body: (json ? JSON.parse(text) : text) as T };
  } catch (failure) {
    const reason = (failure as Error & { cause?: Error }).cause ?? failure;
    return { status: 0, body: String(reason) as T };
  }
}

/** Returns the response body. Throws an error when its status is another one. */
export function must<T>(output: ProcessResponse<T>, status: number): T {
  if (output.status === status) return output.body;
  throw new Error(`Expected ${status}, got ${output.status}: ${JSON.stringify(output.body)}`);
}

export async function signIn(url: string, who = ADMIN): Promise<LoginResult> {
  return must(await call<LoginResult>(url, undefined, 'POST', '/login', who), 200);
}

/** Retries `work` until it succeeds; throws its last error after `patience` milliseconds. */
export async function eventually<T>(work: () => Promise<T>, patience = 60_000): Promise<T> {
  const until = Date.now() + patience;
  for (;;) {
    try {
      return await work();
    } catch (failure) {
      if (Date.now() > until) throw failure;
      await wait(50);
    }
  }
}
