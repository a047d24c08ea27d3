import { compute, type ComputeTask } from './compute.ts';

self.onmessage = ({ data }: MessageEvent<ComputeTask>) => self.postMessage(compute(data));
