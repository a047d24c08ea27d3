import { serviceToken } from '#core/kernel';
import type { Api } from './contract.ts';

export type { ApiResponse, Api, CallOptions } from './contract.ts';
export { HttpApi, type ApiOptions, type Credentials } from './client.ts';
export { followJob, isFinished } from './follow-job.ts';
export type { NetworkTexts } from './failure.ts';
export { LIVE, type Live } from './live.ts';
export { projectOptions } from './project-options.ts';
export { LiveStream, type LiveOptions } from './live-stream.ts';
export { ServerList, type ListQuery } from './server-list.ts';
export { ResumableUploads } from './resumable-upload.ts';
export type { Sending, SendingState } from './sending.ts';
export { UploadService, type UploadState } from './upload-service.ts';
export type { Problem } from '#core/protocol';
export const API = serviceToken<Api>('core.Api');
