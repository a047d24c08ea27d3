import { serviceToken } from '#core/kernel';
import type { Api } from './contract.ts';

export type { Answer, Api, CallOptions } from './contract.ts';
export { HttpApi, type ApiOptions, type Credentials } from './client.ts';
export { followJob, hasEnded } from './follow-job.ts';
export type { NetworkTexts } from './failure.ts';
export { LIVE, type Live } from './live.ts';
export { LiveStream, type LiveOptions } from './live-stream.ts';
export { ServerList, type ListQuery } from './server-list.ts';
export { UploadDesk, type Upload } from './upload-desk.ts';
export type { Problem } from '#core/protocol';
export const API = serviceToken<Api>('core.Api');
